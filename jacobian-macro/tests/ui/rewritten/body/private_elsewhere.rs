//! The field is visible in the crate.

use jacobian_runtime::jacobian;

mod wind {
    pub struct Wind {
        pub(crate) speed: f64,
    }

    impl Wind {
        pub fn force(&self, area: f64) -> f64 {
            self.speed * area
        }
    }
}

#[jacobian]
fn pull(wind: &wind::Wind, area: f64) -> f64 {
    area * wind.force(area)
}

fn main() {}
