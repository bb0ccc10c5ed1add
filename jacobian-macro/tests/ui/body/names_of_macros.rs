//! A function that a macro writes, with one name from the macro and the same from its caller.

macro_rules! scaled {
    ($name:ident, $x:ident, $t:ident) => {
        #[jacobian_runtime::jacobian]
        fn $name($x: f64) -> f64 {
            let t = 2.0 * $x;
            let $t = $x.sin();
            t * $t
        }
    };
}
scaled!(two_variables, x, t);

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
    'all: loop {
        break 'all;
    }
});

fn main() {}
