//! Products of the Jacobian or the Hessian with a vector.
//!
//! ```text
//! f_jvp, f_jvp_into        J dx        option `jvp`
//! f_vjp, f_vjp_into        w J         option `vjp`
//! f_hvp, f_hvp_into        H dx        option `hvp`; for several dependents of w · f
//! ```
//!
//! Each is a computation of its own, which [`products`](crate::products) has compiled. Where a
//! function mixes scalars, the Jacobian is formed and multiplied.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::graph::Side;
use crate::interface::Interface;
use crate::options::Options;
use crate::pipeline::Compiled;
use crate::products::{self, HessianProduct, Way};
use crate::spelling::{self, Added};

use super::body::{Target, row_places};
use super::computation::{Computation, elements, renumbered};
use super::constants::{self, Entries};
use super::facts;
use super::functions::{
    arguments, done, into_result, propagate, refused, rewrapped, sibling, success,
};
use super::names::{Names, ProductNames};
use super::product_parameters::{Function, Product};
use super::stubs;
use super::versions::Signature;

impl<'a> Function<'a> {
    /// An array of results, and behind it the gradient if it is wanted, with its slots.
    pub(super) fn beside(&self, results: Target, is_second: bool) -> (Vec<Target>, Vec<usize>) {
        if !is_second {
            return (vec![results], Vec::new());
        }
        let gradient = results.next(spelling::parameter(Added::Gradient), self.entries.n_cols);
        let slots = gradient.first..gradient.first + gradient.length;
        (vec![results, gradient], slots.collect())
    }

    /// The functions of a product of the Jacobian. Without a computation of its own it is formed.
    pub(super) fn product(
        self,
        side: Side,
        found: Option<&products::Product>,
        options: &Options,
    ) -> TokenStream {
        let product = self.of_jacobian(side);
        if self.entries.refused {
            return product.stubs();
        }
        let Some(found) = found else {
            return product.formed(side);
        };
        let own = product.with_seeds(self.interface);
        product.swept(&own, (&found.compiled, found.way), options)
    }

    /// The interface of the code list of a gradient, which has other numbers, and seeds.
    pub(super) fn interface_of_gradient(self, found: &HessianProduct) -> Interface {
        let own = self.of_hessian().with_seeds(self.interface);
        renumbered(&own, &found.renamed)
    }

    /// The functions of a product with the Hessian.
    pub(super) fn hessian_product(
        self,
        found: Option<(&HessianProduct, &Interface)>,
        options: &Options,
    ) -> TokenStream {
        let product = self.of_hessian();
        let Some((found, own)) = found else {
            return product.stubs();
        };
        let computed = (&found.product.compiled, found.product.way);
        product.swept(own, computed, options)
    }

    fn of_jacobian(self, side: Side) -> Product<'a> {
        let name = &self.interface.name;
        let Entries { n_rows, n_cols, .. } = *self.entries;
        let (vector, length, word, what) = match side {
            Side::Right => (
                (Added::Dx, n_cols),
                n_rows,
                "jvp",
                format!("the Jacobian of `{name}` times `dx_in`"),
            ),
            Side::Left => (
                (Added::W, n_rows),
                n_cols,
                "vjp",
                format!("`w_in` times the Jacobian of `{name}`"),
            ),
        };
        Product {
            function: self,
            names: ProductNames::of(self.interface, word),
            vectors: vec![vector],
            gradient: None,
            length,
            what,
        }
    }

    fn of_hessian(self) -> Product<'a> {
        let name = &self.interface.name;
        let Entries { n_rows, n_cols, .. } = *self.entries;
        let (weights, subject) = match n_rows {
            1 => (None, format!("`{name}`")),
            _ => (Some((Added::W, n_rows)), format!("`w_in · {name}`")),
        };
        Product {
            function: self,
            names: ProductNames::of(self.interface, "hvp"),
            vectors: weights.into_iter().chain([(Added::Dx, n_cols)]).collect(),
            gradient: Some(subject.clone()),
            length: n_cols,
            what: format!("the Hessian of {subject} times `dx_in`"),
        }
    }
}

impl Product<'_> {
    /// The interface with places for the seeds behind those of the independents.
    fn with_seeds(&self, interface: &Interface) -> Interface {
        let mut own = interface.clone();
        for (vector, length) in &self.vectors {
            own.independents.extend(elements(*vector, *length));
        }
        own
    }

    /// By a computation of its own, which also stores the values and the gradient.
    fn swept(
        &self,
        own: &Interface,
        (compiled, way): (&Compiled, Way),
        options: &Options,
    ) -> TokenStream {
        let interface = self.function.interface;
        // The entries of one row or column are in order, and each place of the product has one.
        let slots: Vec<usize> = (0..self.length).collect();
        let product = spelling::parameter(Added::Product);
        let results = Target::first(product.clone(), self.length);
        let (targets, further) = self.function.beside(results, self.gradient.is_some());
        let computation = Computation {
            interface: own,
            compiled,
            targets,
            slots: &slots,
            template: None,
            places: row_places(interface),
            further,
            prefix: &self.names.into,
        };
        let (statements, modules) = computation.emit(&TokenStream::new(), options);
        let how = self.how(compiled, way) + &self.links();
        let (function, into) = match self.assembled(own) {
            None => {
                let done = done(interface);
                let body = quote!(#statements #done);
                (TokenStream::new(), self.into(&how).computing(&body))
            }
            Some(assembled) => {
                let (vectors, targets) = (self.vectors(), self.targets());
                let function = assembled.function(&quote!(#vectors #targets), &statements);
                let gradient = self.gradient.as_ref();
                let gradient = gradient.map(|_| spelling::parameter(Added::Gradient));
                let gradient = gradient.iter();
                let passed = self.vectors_passed();
                let written = assembled.written(&quote!(#passed #(#gradient,)* #product));
                (function, self.into(&how).with(&written))
            }
        };
        let by_value = self.by_value(&how, &self.through_into());
        let cost = self.cost(compiled);
        quote!(#cost #function #into #modules #by_value)
    }

    /// Says how it is computed.
    fn how(&self, swept: &Compiled, way: Way) -> String {
        let operations = products::executed(swept);
        if way == Way::Formed {
            let matrix = match self.gradient {
                Some(_) => "Hessian",
                None => "Jacobian",
            };
            return format!(
                "\n\nIt takes {operations} operations beyond the value, by the entries of the {matrix}: \
                 no sweep takes fewer."
            );
        }
        let compiled = self.function.compiled;
        let compared = compiled.filter(|_| self.gradient.is_none()).map(|formed| {
            let formed = products::executed(formed) + self.function.entries.nnz();
            format!(" To form the Jacobian and multiply takes {formed}.")
        });
        format!(
            "\n\nIt takes {operations} operations beyond the value, those of all branches together and a \
             fused multiply-add counted once, by the order {}.{}",
            swept.choice,
            compared.unwrap_or_default()
        )
    }

    /// Which matrix is multiplied, and where the cost is.
    fn links(&self) -> String {
        let Function { names, entries, .. } = self.function;
        let (rows, cols, path) = (entries.n_rows, entries.n_cols, names.prefix());
        let (cost, pattern) = (&self.names.cost, &names.pattern);
        match self.gradient {
            None => format!(
                "\n\nThe Jacobian is {rows} × {cols} with {} entries: see [`{path}{pattern}`] and \
                 [`{path}{cost}`].",
                entries.nnz()
            ),
            Some(_) => format!("\n\nThe Hessian is {cols} × {cols}: see [`{path}{cost}`]."),
        }
    }

    /// By the Jacobian.
    fn formed(&self, side: Side) -> TokenStream {
        let Function {
            interface, names, ..
        } = self.function;
        let (vector, _) = self.vectors[0];
        let (vector, product) = (
            spelling::parameter(vector),
            spelling::parameter(Added::Product),
        );
        let method = match side {
            Side::Right => quote!(mul_vec),
            Side::Left => quote!(tr_mul_vec),
        };
        let (arguments, propagate) = (arguments(interface), propagate(interface));
        let call = sibling(interface, &names.jacobian);
        let formed = success(
            interface,
            &quote!(#call(#arguments) #propagate.#method(#vector)),
        );
        let call = sibling(interface, &names.with_jacobian);
        let [value, jacobian] = spelling::targets();
        let found = spelling::local("value");
        let stored = if interface.returned.value.is_some() {
            quote! {
                let (#found, #jacobian) = #call(#arguments) #propagate;
                *#value = #found;
            }
        } else {
            quote!(let #jacobian = #call(#arguments) #propagate;)
        };
        let done = done(interface);
        let into = quote!(#stored *#product = #jacobian.#method(#vector); #done);
        let how = format!("\n\nIt forms the Jacobian.{}", self.links());
        let (into, by_value) = (self.into(&how).with(&into), self.by_value(&how, &formed));
        let cost = self.cost_of_formed();
        quote!(#cost #into #by_value)
    }

    /// The cost of the Jacobian, with a product and a sum for each entry.
    fn cost_of_formed(&self) -> TokenStream {
        let Function {
            interface,
            names,
            entries,
            ..
        } = self.function;
        let Names { path, cost, .. } = names;
        let (name, runtime) = (&self.names.cost, &interface.runtime);
        let nnz = Literal::usize_unsuffixed(entries.nnz());
        let doc = format!("What {} costs per call beyond the value.", self.what);
        let (visibility, attributes) = (&interface.visibility, &interface.attributes);
        quote! {
            #(#attributes)* #[doc = #doc] #[allow(dead_code, deprecated)]
            #visibility const #name: #runtime::Cost = #runtime::Cost {
                multiplications: #path #cost.multiplications + #nnz,
                additions: #path #cost.additions + #nnz,
                ..#path #cost
            };
        }
    }

    fn stubs(&self) -> TokenStream {
        let (into, by_value) = (
            self.into("").with(&refused()),
            self.by_value("", &refused()),
        );
        let cost = stubs::cost(self.function.interface, &self.names.cost);
        quote!(#cost #into #by_value)
    }

    fn cost(&self, compiled: &Compiled) -> TokenStream {
        let doc = format!(
            "What {} costs per call beyond the value: {}.",
            self.what,
            facts::work(compiled)
        );
        constants::emit_cost_of(self.function.interface, &self.names.cost, &doc, compiled)
    }

    /// The function that writes the value and the product.
    fn into(&self, how: &str) -> Signature<'_> {
        let interface = self.function.interface;
        let name = &interface.name;
        let gradient = self.gradient.as_ref();
        let gradient = gradient.map_or_else(String::new, |of| format!(" the gradient of {of},"));
        let doc = format!(
            "Writes the value of `{name}`,{gradient} and {}.{how}",
            self.what
        );
        let [value, _] = spelling::targets();
        let value_type = interface.returned.value.as_ref();
        let value = value_type.map(|ty| quote!(#value: &mut #ty,));
        let targets = self.targets();
        let targets = quote!(#value #targets);
        let result = into_result(interface);
        self.define(&self.names.into, &doc, &targets, result)
    }

    /// The function that returns the product.
    fn by_value(&self, how: &str, body: &TokenStream) -> TokenStream {
        let mut what = self.what.clone();
        if let Some(first) = what.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        let doc = format!("{what}.{how}");
        let result = rewrapped(self.function.interface, &self.ty());
        let signature = self.define(&self.names.by_value, &doc, &TokenStream::new(), result);
        signature.with(body)
    }

    /// The product by value, through the function that writes it.
    fn through_into(&self) -> TokenStream {
        let interface = self.function.interface;
        let [value, _] = spelling::targets();
        let product = spelling::parameter(Added::Product);
        let value_type = interface.returned.value.as_ref();
        let zero = interface.returned.shape.zero(interface.precision);
        let declare = value_type.map(|ty| quote!(let mut #value: #ty = #zero;));
        let pass = value_type.map(|_| quote!(&mut #value,));
        let (call, arguments) = (sibling(interface, &self.names.into), arguments(interface));
        let (vectors, zeros) = (self.vectors_passed(), self.zeros());
        let gradient = self.gradient.as_ref().map(|_| quote!(&mut #zeros,));
        let (propagate, returned) = (propagate(interface), success(interface, &quote!(#product)));
        if let Some(assembled) = self.assembled(interface) {
            let dropped = assembled.dropped(&quote!(#vectors #gradient &mut #product));
            return quote!(let mut #product = #zeros; #dropped #returned);
        }
        quote! {
            #declare
            let mut #product = #zeros;
            #call(#arguments #vectors #pass #gradient &mut #product) #propagate;
            #returned
        }
    }
}
