use jacobian_runtime::jacobian;

#[jacobian]
fn recursive(x: f64) -> f64 {
    fn power(x: f64, n: u32) -> f64 {
        if n == 0 { 1.0 } else { x * power(x, n - 1) }
    }
    power(x, 3)
}

#[jacobian(recursion = 2, unroll = 2000)]
fn doubling(x: f64) -> f64 {
    if x < 1.0 { x } else { doubling(x - 1.0) * doubling(0.5 * x) }
}

#[jacobian(recursion = 8)]
fn endless(x: f64) -> f64 {
    fn power(x: f64) -> f64 {
        if x < 1.0 { x } else { power(x - 1.0) * power(x - 2.0) }
    }
    power(x)
}

#[jacobian(wrt(x))]
fn leaves(x: f64, text: &str) -> Result<f64, std::num::ParseFloatError> {
    let scaled = |t: f64| -> Result<f64, std::num::ParseFloatError> {
        let k: f64 = text.parse()?;
        Ok(t * k)
    };
    let y: Result<f64, std::num::ParseFloatError> = scaled(x);
    Ok(y.unwrap_or(x))
}

#[jacobian(wrt(x))]
fn keeps_state(x: f64, k: f64) -> f64 {
    let mut total = k.abs();
    let mut add = |t: f64| {
        total += 1.0;
        total * t
    };
    add(x) + add(x)
}

#[jacobian]
fn copies_state(x: f64) -> f64 {
    let mut total = 0.0;
    let mut add = move |t: f64| {
        total += t;
        total
    };
    add(x) + add(x)
}

#[jacobian]
fn moves_state(x: f64) -> f64 {
    let mut total = 0.0;
    let mut add = move |t: f64| {
        total += t;
        total
    };
    let mut doubled = |t: f64| 2.0 * add(t);
    doubled(x) + add(x)
}

#[jacobian]
fn hides_state(x: f64) -> f64 {
    let mut total = 0.0;
    let mut add = move |t: f64| {
        total += t;
        total
    };
    add(x) + add(2.0)
}

#[jacobian(wrt(x))]
fn changes_after(x: f64, t: f64) -> f64 {
    let mut k = t.abs();
    let copied = k;
    let scaled = move |v: f64| v * copied;
    k += t;
    scaled(x) + k
}

#[jacobian]
fn fallible(x: f64) -> Result<f64, (f64, String)> {
    fn root(v: f64) -> Result<f64, (f64, String)> {
        if v < 0.0 {
            return Err((v, format!("{v}")));
        }
        Ok(v.sqrt())
    }
    let carried = if x < 0.0 { x * x } else { x.sqrt() };
    let iterated: f64 = root(x + 1.0).unwrap_or(0.0) + carried;
    let plain = x * x;
    Ok(iterated + plain)
}

#[jacobian]
fn too_many(x: f64) -> f64 {
    let square = |t: f64| t * t;
    square(x)
}

fn rate() -> f64 {
    2.0
}

#[jacobian(wrt(x))]
fn taken(x: f64, other: f64) -> f64 {
    fn scaled(t: f64) -> f64 {
        t * rate()
    }
    scaled(x) + other
}

fn main() {}

#[jacobian]
mod here {
    mod motors {
        pub struct Gain {
            pub k: f64,
        }
    }

    pub struct Gain {
        pub k: f64,
    }

    pub fn doubled(x: f64) -> f64 {
        let gain = motors::Gain { k: 2.0 };
        gain.k * x
    }
}

#[jacobian(wrt(x), const(UP = true))]
fn turned<const UP: bool>(x: f64) -> f64 {
    if UP { x * x } else { x }
}

#[jacobian]
mod lengths {
    struct Vector<const N: usize> {
        data: [f64; N],
    }

    impl<const N: usize> Vector<N> {
        fn ones() -> Vector<N> {
            Vector { data: [1.0; N] }
        }

        fn of(x: f64) -> Vector<N> {
            Vector { data: [x; N] }
        }

        fn two(&self) -> [f64; 2] {
            let mut two: Vector<2> = Vector::<2>::ones();
            two.data[0] = self.data[0];
            two.data
        }
    }

    pub fn first(x: &[f64; 3]) -> f64 {
        Vector { data: *x }.two()[0]
    }

    pub fn lone(x: f64) -> f64 {
        let lone = Vector::<1>::of(x);
        let [y] = lone.data;
        y
    }

    const G: f64 = 3.0;

    mod heavier {
        pub const G: f64 = 5.0;
    }

    pub fn weighted(x: f64) -> f64 {
        let heavy = {
            heavier::G * x
        };
        heavy + G
    }
}

mod outside {
    pub const TURN: f64 = 3.0;
}

#[jacobian]
mod hidden {
    const TURN: f64 = 1.0;

    fn turned(x: f64) -> f64 {
        x * super::outside::TURN
    }

    pub fn both(x: f64) -> f64 {
        turned(x) + TURN
    }
}
