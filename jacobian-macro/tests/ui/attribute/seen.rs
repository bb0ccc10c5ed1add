use jacobian_runtime::jacobian;

#[jacobian(see(by_targe))]
fn misspelled(x: f64) -> f64 {
    x * x
}

#[jacobian]
mod inside {
    #[jacobian(see(by_target))]
    pub fn unread(x: f64) -> f64 {
        by_target::doubled(x) * x
    }
}

#[jacobian(see(closed))]
mod private {
    use closed::Angle;

    #[jacobian]
    pub fn variable(angle: Angle) -> f64 {
        angle.arc(2.0)
    }

    #[jacobian(wrt(radius))]
    pub fn read(angle: &Angle, radius: f64) -> f64 {
        angle.arc(radius)
    }

    #[jacobian]
    pub fn made(x: f64) -> Angle {
        Angle::new(x * x)
    }
}

#[jacobian]
mod unseen {
    use closed::Angle;

    #[jacobian(wrt(x))]
    pub fn called(x: f64) -> f64 {
        Angle::new(x).arc(2.0)
    }

    #[jacobian(wrt(radius))]
    pub fn method(angle: &Angle, radius: f64) -> f64 {
        angle.arc(radius)
    }
}

fn main() {}
