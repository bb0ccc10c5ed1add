use jacobian_runtime::jacobian;

elsewhere! {
    #[derive(Clone, Copy)]
    struct State {
        x: f64,
        v: f64,
    }

    struct Rows {
        rows: [[f64; 2]; 2],
    }

    impl State {
        fn energy(&self) -> f64 {
            self.x * self.x + self.v * self.v
        }
    }

    const REST: State = State { x: 0.0, v: 0.0 };
}

#[jacobian]
fn update(x: f64) -> State {
    State { x, ..REST }
}

#[jacobian]
fn method(x: f64) -> f64 {
    let state = State { x, v: 1.0 };
    state.energy()
}

#[jacobian]
fn unlike_parts(x: &[f64; 2], k: &Rows) -> [[f64; 2]; 2] {
    [*x, k.rows[1]]
}

fn main() {}
