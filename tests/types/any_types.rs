//! Objects of any type with a trait: type parameters with a type in their place, `impl Model`, `dyn
//! Model`, in functions that are followed and in those that have the attribute.

use std::rc::Rc;

use jacobian_runtime::jacobian;

use crate::support::compare;

const AT: [f64; 2] = [0.7, 1.3];

#[jacobian]
mod models {
    use jacobian_runtime::jacobian;

    pub(super) trait Model {
        const SCALE: f64;

        fn rate(&self, x: f64) -> f64;

        fn twice(&self, x: f64) -> f64 {
            self.rate(self.rate(x)) * Self::SCALE
        }
    }

    #[derive(Clone, Copy)]
    pub(super) struct Body {
        pub(super) k: f64,
    }

    impl Model for Body {
        const SCALE: f64 = 2.0;

        fn rate(&self, x: f64) -> f64 {
            self.k * x.sin()
        }
    }

    pub(super) struct Ball<const N: usize>(pub(super) [f64; N]);

    impl<const N: usize> Model for Ball<N> {
        const SCALE: f64 = 0.5;

        fn rate(&self, x: f64) -> f64 {
            let mut sum = 0.0;
            for i in 0..N {
                sum = sum * x + self.0[i];
            }
            sum
        }
    }

    /// A function for each type that an attribute names.
    #[jacobian(wrt(x, h), scalar(M = Body), prefix = euler_of_body)]
    #[jacobian(wrt(x, h), scalar(M = Ball<3>), prefix = euler_of_ball)]
    pub(super) fn euler<M>(m: &M, x: f64, h: f64) -> f64
    where
        M: Model,
    {
        x + h * m.twice(x) * M::SCALE + through_parameter(m, h)
    }

    fn through_parameter<L: Model>(model: &L, x: f64) -> f64 {
        model.rate(x) * through_impl(model, x)
    }

    fn through_impl(model: &impl Model, x: f64) -> f64 {
        model.rate(x) + x
    }

    fn through_object(model: &dyn Rated, x: f64) -> f64 {
        model.rated(x) + x
    }

    pub(super) trait Rated {
        fn rated(&self, x: f64) -> f64;
    }

    impl Rated for Body {
        fn rated(&self, x: f64) -> f64 {
            self.rate(x) * 3.0
        }
    }

    pub(super) struct Other(pub(super) f64);

    impl Rated for Other {
        fn rated(&self, x: f64) -> f64 {
            x.exp() * self.0
        }
    }

    pub(super) struct Owner {
        pub(super) body: Body,
        pub(super) other: Other,
    }

    impl Owner {
        #[jacobian]
        pub(super) fn owned(&self, x: f64, h: f64) -> f64 {
            let object: &dyn Rated = &self.other;
            through_parameter(&self.body, x) * through_object(object, h) + object.rated(x)
                - through_object(&self.body, x)
        }
    }

    /// The struct is active itself.
    #[jacobian]
    pub(super) fn built(x: f64, k: f64) -> f64 {
        let body = Body { k };
        through_parameter(&body, x) + through_object(&body, k) + through_impl(&Body { k: x }, k)
    }

    /// A type of numbers in place of a parameter is an independent.
    #[jacobian(scalar(V = Pair))]
    pub(super) fn norm<V: Plane>(v: V) -> f64 {
        v.dot(&v).sqrt()
    }

    pub(super) trait Plane {
        fn dot(&self, other: &Self) -> f64;
    }

    #[derive(Clone, Copy)]
    pub(super) struct Pair {
        pub(super) x: f64,
        pub(super) y: f64,
    }

    impl Plane for Pair {
        fn dot(&self, other: &Self) -> f64 {
            self.x * other.x + self.y * other.y
        }
    }
}

#[test]
fn a_type_in_place_of_a_parameter_is_followed() {
    let body = models::Body { k: 1.2 };
    compare(
        "euler of a body",
        AT,
        |x| [models::euler(&body, x[0], x[1])],
        |x| {
            let (value, jacobian) = models::euler_of_body_with_jacobian(&body, x[0], x[1]);
            ([value], jacobian.to_dense())
        },
    );
    let ball = models::Ball([0.3, -0.2, 0.9]);
    compare(
        "euler of a ball",
        AT,
        |x| [models::euler(&ball, x[0], x[1])],
        |x| {
            let (value, jacobian) = models::euler_of_ball_with_jacobian(&ball, x[0], x[1]);
            ([value], jacobian.to_dense())
        },
    );
    compare(
        "norm",
        AT,
        |x| [models::norm(models::Pair { x: x[0], y: x[1] })],
        |x| {
            let (value, jacobian) = models::norm_with_jacobian(models::Pair { x: x[0], y: x[1] });
            ([value], jacobian.to_dense())
        },
    );
}

#[test]
fn functions_that_are_followed_take_any_type() {
    let owner = models::Owner {
        body: models::Body { k: 1.2 },
        other: models::Other(0.4),
    };
    compare(
        "owned",
        AT,
        |x| [owner.owned(x[0], x[1])],
        |x| {
            let (value, jacobian) = owner.owned_with_jacobian(x[0], x[1]);
            ([value], jacobian.to_dense())
        },
    );
    compare(
        "built",
        AT,
        |x| [models::built(x[0], x[1])],
        |x| {
            let (value, jacobian) = models::built_with_jacobian(x[0], x[1]);
            ([value], jacobian.to_dense())
        },
    );
}

trait Law {
    fn law(&self, x: f64) -> f64;
    fn slope(&self, x: f64) -> f64;
}

struct Cube(f64);

impl Law for Cube {
    fn law(&self, x: f64) -> f64 {
        self.0 * x * x * x
    }

    fn slope(&self, x: f64) -> f64 {
        3.0 * self.0 * x * x
    }
}

#[jacobian(wrt(x), rule(Law::law(self, x) => self.slope(x)))]
fn of_parameter<L: Law + ?Sized>(law: &L, x: f64) -> f64 {
    law.law(x) * x
}

#[jacobian(wrt(x), rule(Law::law(self, x) => self.slope(x)))]
fn of_impl(law: impl Law, x: f64) -> f64 {
    law.law(x) * x
}

#[jacobian(wrt(x), rule(Law::law(self, x) => self.slope(x)))]
fn of_objects(law: &dyn Law, boxed: Box<dyn Law>, counted: &Rc<dyn Law>, x: f64) -> f64 {
    law.law(x) * boxed.law(x) + counted.law(x)
}

#[jacobian(wrt(x), rule(Law::law(self, x) => self.slope(x)))]
fn of_list(laws: &[Box<dyn Law>; 2], x: f64) -> f64 {
    laws[0].law(x) * laws[1].law(x)
}

#[test]
fn a_rule_serves_all_types_with_the_trait() {
    let at = [0.6];
    compare(
        "of_parameter",
        at,
        |x| [of_parameter(&Cube(2.0), x[0])],
        |x| {
            let (value, jacobian) = of_parameter_with_jacobian(&Cube(2.0), x[0]);
            ([value], jacobian.to_dense())
        },
    );
    compare(
        "of_impl",
        at,
        |x| [of_impl(Cube(2.0), x[0])],
        |x| {
            let (value, jacobian) = of_impl_with_jacobian(Cube(2.0), x[0]);
            ([value], jacobian.to_dense())
        },
    );
    let counted: Rc<dyn Law> = Rc::new(Cube(0.7));
    compare(
        "of_objects",
        at,
        |x| [of_objects(&Cube(2.0), Box::new(Cube(0.4)), &counted, x[0])],
        |x| {
            let (value, jacobian) =
                of_objects_with_jacobian(&Cube(2.0), Box::new(Cube(0.4)), &counted, x[0]);
            ([value], jacobian.to_dense())
        },
    );
    let laws: [Box<dyn Law>; 2] = [Box::new(Cube(2.0)), Box::new(Cube(0.4))];
    compare(
        "of_list",
        at,
        |x| [of_list(&laws, x[0])],
        |x| {
            let (value, jacobian) = of_list_with_jacobian(&laws, x[0]);
            ([value], jacobian.to_dense())
        },
    );
}

/// Structs without fields, boxes in variants, and objects by their index.
#[jacobian]
mod markers {
    use std::rc::Rc;

    use jacobian_runtime::jacobian;

    pub(super) trait Model {
        const ORDER: i32;
        fn rate(&self, x: f64) -> f64;
        fn twice(&self, x: f64) -> f64 {
            self.rate(x).powi(Self::ORDER)
        }
    }

    pub(super) trait Slope {
        fn at(&self, x: f64) -> f64;
        fn slope(&self, x: f64) -> f64;
    }

    #[derive(Clone, Copy)]
    pub(super) struct Sine;

    pub(super) struct Line(pub(super) f64);

    impl Model for Sine {
        const ORDER: i32 = 2;
        fn rate(&self, x: f64) -> f64 {
            x.sin()
        }
    }

    impl Model for Line {
        const ORDER: i32 = 3;
        fn rate(&self, x: f64) -> f64 {
            self.0 * x
        }
    }

    impl Slope for Line {
        fn at(&self, x: f64) -> f64 {
            self.0 * x * x
        }
        fn slope(&self, x: f64) -> f64 {
            2.0 * self.0 * x
        }
    }

    fn by<M: Model>(model: &M, x: f64) -> f64 {
        model.twice(x)
    }

    #[jacobian]
    pub(super) fn without_fields(x: f64) -> f64 {
        let marker = Sine;
        Sine.rate(x) * marker.twice(x) + by(&Sine, x) + by(&Line(x), 2.0)
    }

    pub(super) enum Law {
        Boxed(Box<Line>),
        Shared { line: Rc<Line>, k: f64 },
        None,
    }

    impl Law {
        fn at(&self, x: f64) -> f64 {
            match self {
                Law::Boxed(line) => line.rate(x),
                Law::Shared { line, k } => line.rate(x) * k,
                Law::None => x,
            }
        }
    }

    #[jacobian(wrt(x))]
    pub(super) fn in_variants(law: &Law, x: f64) -> f64 {
        x * law.at(x)
    }

    pub(super) struct System {
        pub(super) models: Vec<Box<dyn Slope>>,
    }

    impl System {
        #[jacobian(wrt(x), rule(Slope::at(self, x) => self.slope(x)))]
        pub(super) fn by_index(&self, x: f64) -> f64 {
            self.models[1].at(x) * self.models[0].at(2.0 * x)
        }
    }
}

#[test]
fn structs_without_fields_and_boxes_in_variants_have_methods() {
    use markers::{Law, Line, System};
    use markers::{without_fields, without_fields_with_jacobian};
    compare(
        "without_fields",
        [0.7],
        |x| [without_fields(x[0])],
        |x| {
            let (value, jacobian) = without_fields_with_jacobian(x[0]);
            ([value], jacobian.to_dense())
        },
    );
    let line = std::rc::Rc::new(Line(0.4));
    let laws = [
        Law::Boxed(Box::new(Line(1.5))),
        Law::Shared { line, k: 2.0 },
        Law::None,
    ];
    for law in laws {
        compare(
            "in_variants",
            [0.7],
            |x| [markers::in_variants(&law, x[0])],
            |x| {
                let (value, jacobian) = markers::in_variants_with_jacobian(&law, x[0]);
                ([value], jacobian.to_dense())
            },
        );
    }
    let system = System {
        models: vec![Box::new(Line(0.3)), Box::new(Line(-1.2))],
    };
    compare(
        "by_index",
        [0.7],
        |x| [system.by_index(x[0])],
        |x| {
            let (value, jacobian) = system.by_index_with_jacobian(x[0]);
            ([value], jacobian.to_dense())
        },
    );
}
