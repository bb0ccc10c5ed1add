use jacobian_runtime::jacobian;

#[jacobian]
fn misspelled(x: f64) -> f64 {
    x * x
}

#[jacobian]
mod inside {
    #[jacobian(rule(by_target::doubled(x) => 2.0))]
    pub fn unread(x: f64) -> f64 {
        by_target::doubled(x) * x
    }
}

#[jacobian]
mod private {
    use closed::Angle;

    #[jacobian(rule(arc(r, x) => (x, r)))]
    pub fn variable(radians: f64) -> f64 {
        arc(radians, 2.0)
    }

    #[jacobian(rule(Angle::arc(self, r) => self.arc(1.0)), wrt(radius))]
    pub fn read(angle: &Angle, radius: f64) -> f64 {
        angle.arc(radius)
    }

    #[jacobian]
    pub fn made(x: f64) -> f64 {
        x * x
    }

    fn arc(radians: f64, radius: f64) -> f64 {
        Angle::new(radians).arc(radius)
    }
}

#[jacobian]
mod unseen {
    use closed::Angle;

    #[jacobian(rule(arc(x, r) => (r, x)))]
    pub fn called(x: f64) -> f64 {
        arc(x, 2.0)
    }

    fn arc(x: f64, r: f64) -> f64 {
        Angle::new(x).arc(r)
    }

    #[jacobian(rule(Angle::arc(self, r) => self.arc(1.0)), wrt(radius))]
    pub fn method(angle: &Angle, radius: f64) -> f64 {
        angle.arc(radius)
    }
}

fn main() {}
