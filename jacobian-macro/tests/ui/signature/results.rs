use jacobian_runtime::jacobian;

elsewhere! {
    type Pair = [f64; 2];
}

#[jacobian]
fn nothing_returned(x: f64) {
    let _ = x;
}

#[jacobian]
fn other_type(x: f64) -> bool {
    x > 0.0
}

#[jacobian]
fn closure(k: f64) -> impl Fn(f64) -> f64 {
    move |x| k * x
}

#[jacobian]
fn boxed(k: f64) -> Box<dyn Fn(f64) -> f64> {
    Box::new(move |x| k * x)
}

#[jacobian]
fn iterator(x: [f64; 2]) -> impl Iterator<Item = f64> {
    x.into_iter().map(|v| v * v)
}

#[jacobian]
fn reference(x: &[f64; 2]) -> &f64 {
    &x[0]
}

#[jacobian(wrt(x))]
fn alias_of_inactive(x: f64, k: Pair) -> Pair {
    let _ = x;
    k
}

#[jacobian(wrt(x))]
fn not_wrapped(x: f64, k: Option<f64>) -> Option<f64> {
    let _ = x;
    k
}

#[jacobian(wrt(x))]
fn wrong_count(x: [f64; 2]) -> [f64; 3] {
    x
}

elsewhere! {
    struct Body {
        x: f64,
    }
}

#[jacobian]
fn into_struct(x: f64, body: &mut Body) {
    body.x = x * x;
}

#[jacobian]
fn into_slice(x: f64, r: &mut [f64]) {
    r[0] = x * x;
}

impl Body {
    #[jacobian]
    fn into_self(&mut self, x: f64) {
        self.x = x * x;
    }
}

elsewhere! {
    type Fallible<T> = Result<T, String>;
}

#[jacobian]
fn behind_an_alias(x: f64) -> Fallible<f64> {
    if x < 0.0 {
        return Err(String::new());
    }
    Ok(x.sqrt())
}

#[jacobian]
fn an_iterator(x: [f64; 2]) -> impl Iterator<Item = f64> {
    x.into_iter().map(|v| v * v)
}

#[jacobian(as = Mixed)]
fn mixed(x: f64) -> (f64, bool) {
    (x * x, x > 0.0)
}

#[jacobian(dim(out = 3))]
fn a_vector_of_another_length(x: f64) -> Vec<f64> {
    vec![x, x * x]
}

elsewhere! {
    enum Root {
        One(f64),
        Two([f64; 2]),
    }
}

#[jacobian]
fn by_variant(x: f64, other: Root) -> Root {
    if x > 0.0 {
        Root::Two([x.sqrt(), -x.sqrt()])
    } else {
        other
    }
}

#[jacobian]
mod of_no_length {
    pub struct Store {
        pub floor: f64,
        pub list: Vec<f64>,
    }

    impl Store {
        #[jacobian(wrt(self.floor))]
        pub fn halve(&mut self) {
            self.list.iter_mut().for_each(|v| *v /= 2.0);
        }
    }
}

fn main() {}
