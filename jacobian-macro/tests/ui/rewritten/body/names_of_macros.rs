//! A function that a macro writes, with one name from the macro and the same from its caller.

macro_rules! scaled {
    ($name:ident, $x:ident, $sine:ident) => {
        #[jacobian_runtime::jacobian]
        fn $name($x: f64) -> f64 {
            let t = 2.0 * $x;
            let $sine = $x.sin();
            t * $sine
        }
    };
}
scaled!(two_variables, x, s);

macro_rules! looped {
    ($name:ident, $x:ident, $leave:block) => {
        #[jacobian_runtime::jacobian]
        fn $name($x: f64) -> f64 {
            let mut total = $x;
            'all: loop {
                total += 1.0;
                if total > 3.0 {
                    break 'all;
                }
                $leave
            }
            total
        }
    };
}
looped!(two_labels, x, {
    'own: loop {
        break 'own;
    }
});

fn main() {}
