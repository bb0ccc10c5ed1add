//! Attributes that say whether code is there, and attributes that may rewrite it.

use jacobian_runtime::jacobian;

#[jacobian]
fn statement(x: f64) -> f64 {
    let mut y = x * x;
    #[cfg(test)]
    {
        y = y * 100.0;
    }
    #[cfg(test)]
    return y * 100.0;
    y
}

#[jacobian]
fn ends(x: f64) -> f64 {
    #[cfg(test)]
    {
        x * 2.0
    }
    #[cfg(not(test))]
    {
        x * x
    }
}

#[jacobian]
fn one_end_of_several(x: f64) -> f64 {
    #[cfg(all(test, unix))]
    {
        x * 2.0
    }
    #[cfg(not(all(test, unix)))]
    {
        #[cfg(test)]
        let y = x * 3.0;
        #[cfg(not(any(test, unix)))]
        let y = x * 4.0;
        #[cfg(all(not(test), unix))]
        let y = x * 5.0;
        y
    }
}

enum Kind {
    Plain,
    #[cfg(test)]
    Tested,
}

#[jacobian]
fn variant(x: f64, kind: Kind) -> f64 {
    #[cfg(test)]
    let y = match kind {
        Kind::Plain => x,
        Kind::Tested => x * x,
    };
    #[cfg(not(test))]
    let y = match kind {
        Kind::Plain => x,
    };
    y
}

#[jacobian]
fn elements(x: f64) -> [f64; 2] {
    let y = if cfg!(test) { x } else { x * x };
    [y, y]
}

fn helper(x: f64) -> f64 {
    x
}

#[jacobian]
fn item(x: f64) -> f64 {
    fn inner() {}
    x * x
}

#[jacobian]
fn function(x: f64) -> f64 {
    x * x
}

#[jacobian]
mod helpers {
    fn scaled(x: f64) -> f64 {
        #[cfg(test)]
        return x * 100.0;
        x * 2.0
    }

    #[jacobian]
    pub fn first(x: f64) -> f64 {
        scaled(x)
    }

    #[jacobian]
    pub fn second(x: f64) -> f64 {
        scaled(x) * x
    }
}

fn main() {}
