//! All errors of a function are reported together; callers of its stubs add none.

use jacobian_runtime::{SparsityPattern, SymmetricPattern, jacobian};

elsewhere! {
    trait Squash {
        fn squash(self) -> f64;
    }

    impl Squash for f64 {
        fn squash(self) -> f64 {
            self / (1.0 + self.abs())
        }
    }
}

#[jacobian(hessian, jvp, hvp, linearize, normal, batch)]
pub fn refused(x: &[f64; 2], y: &mut [f64; 2]) -> f64 {
    let a = x[0].squash();
    let b = x[2];
    y[0] = a;
    if a > b { a } else { b }
}

elsewhere! {
    fn caller() -> f64 {
        let mut y = [0.0; 2];
        let (value, jacobian): (f64, RefusedJacobian) = refused_with_jacobian(&[1.0, 2.0], &mut y);
        let dense: [[f64; 2]; 3] = jacobian.to_dense();
        let mut entries = [0.0; REFUSED_NNZ];
        refused_update_into(&[1.0, 2.0], &mut y, &mut 0.0, &mut entries);
        let _: (&SparsityPattern, usize) = (&REFUSED_PATTERN, REFUSED_COST.additions);
        further(&mut y);
        value + refused(&[1.0, 2.0], &mut y) + dense[0][0]
    }

    /// What options add has names as well.
    fn further(y: &mut [f64; 2]) {
        let _: [&SymmetricPattern; 2] = [&REFUSED_HESSIAN_PATTERN, &REFUSED_NORMAL_PATTERN];
        let costs = [REFUSED_HESSIAN_COST, REFUSED_NORMAL_COST, REFUSED_JVP_COST, REFUSED_HVP_COST];
        let (x, w) = (&[1.0, 2.0], &[costs[0].additions as f64; 3]);
        let (mut value, mut jacobian) = (0.0, [0.0; REFUSED_NNZ]);
        let mut hessian = REFUSED_HESSIAN_TEMPLATE;
        refused_with_hessian_into(x, y, w, &mut value, &mut jacobian, &mut hessian);
        let mut normal: [f64; REFUSED_NORMAL_NNZ] = REFUSED_NORMAL_TEMPLATE;
        refused_normal_into(x, y, &mut value, &mut [0.0; 2], &mut normal);
        let _: [f64; 3] = refused_jvp(x, y, x);
        let _: [f64; 2] = refused_hvp(x, y, w, x);
        let mut labels = [0.0; REFUSED_LABELS];
        let _ = REFUSED_HESSIAN_LABELS;
        refused_linearize_into(x, y, &mut value, &mut labels);
        refused_jvp_at(&labels, x, &mut [0.0; 3]);
        let _ = refused_with_hessian_points(&[], &mut [], &mut [], &mut []);
    }
}

fn main() {
    caller();
}
