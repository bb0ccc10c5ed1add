//! Macros of auto-ops and impl-ops that define an operator by a closure.
//!
//! ```text
//! impl_op_ex!(+ |a: &V, b: &V| -> V { .. });     impl Add<&V> for &V {
//!                                                    fn add(self, b: &V) -> V { let a = self; .. }
//!                                                }
//! ```
//!
//! `impl_op_ex` has it for values as well, which are the same here, and the commutative ones have
//! it with the operands exchanged.

use proc_macro2::Ident;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{Block, Item, ItemMacro, Token, Type};

/// The blocks of a call. `None` for other macros, and for one of the module's own.
pub(crate) fn blocks_of(call: &ItemMacro, around: &[Item]) -> Option<Vec<Item>> {
    let name = call.mac.path.segments.last()?.ident.to_string();
    let is_commutative = match name.as_str() {
        "impl_op" | "impl_op_ex" => false,
        "impl_op_commutative" | "impl_op_ex_commutative" => true,
        _ => return None,
    };
    let is_own = |item: &Item| {
        matches!(item, Item::Macro(found)
        if found.ident.as_ref().is_some_and(|known| *known == name))
    };
    if call.ident.is_some() || !call.attrs.is_empty() || around.iter().any(is_own) {
        return None;
    }
    let operator: Operator = syn::parse2(call.mac.tokens.clone()).ok()?;
    operator.blocks(is_commutative)
}

/// `+ |a: &V, b: &V| -> V { .. }`
struct Operator {
    sign: String,
    operands: Vec<(Ident, Type)>,
    result: Option<Type>,
    body: Block,
}

impl Parse for Operator {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut sign = String::new();
        while !input.peek(Token![|]) {
            let part: proc_macro2::Punct = input.parse()?;
            sign.push(part.as_char());
        }
        let _: Token![|] = input.parse()?;
        let mut operands = Vec::new();
        while !input.peek(Token![|]) {
            let name = input.parse()?;
            let _: Token![:] = input.parse()?;
            operands.push((name, input.parse()?));
            let _: Option<Token![,]> = input.parse()?;
        }
        let _: Token![|] = input.parse()?;
        let arrow: Option<Token![->]> = input.parse()?;
        let result = arrow.map(|_| input.parse()).transpose()?;
        Ok(Self {
            sign,
            operands,
            result,
            body: input.parse()?,
        })
    }
}

impl Operator {
    fn blocks(&self, is_commutative: bool) -> Option<Vec<Item>> {
        let statements = &self.body.stmts;
        match (self.operands.as_slice(), &self.result) {
            ([(name, ty)], Some(result)) => {
                let (of_trait, method) = match self.sign.as_str() {
                    "-" => (quote!(Neg), quote!(neg)),
                    "!" => (quote!(Not), quote!(not)),
                    _ => return None,
                };
                Some(vec![syn::parse_quote! {
                    impl ::core::ops::#of_trait for #ty {
                        type Output = #result;
                        fn #method(self) -> #result { let #name = self; #(#statements)* }
                    }
                }])
            }
            ([(left, of_left), (right, of_right)], Some(result)) => {
                let (of_trait, method) = binary(&self.sign)?;
                let mut blocks: Vec<Item> = vec![syn::parse_quote! {
                    impl ::core::ops::#of_trait<#of_right> for #of_left {
                        type Output = #result;
                        fn #method(self, #right: #of_right) -> #result {
                            let #left = self;
                            #(#statements)*
                        }
                    }
                }];
                if is_commutative {
                    blocks.push(syn::parse_quote! {
                        impl ::core::ops::#of_trait<#of_left> for #of_right {
                            type Output = #result;
                            fn #method(self, #left: #of_left) -> #result {
                                let #right = self;
                                #(#statements)*
                            }
                        }
                    });
                }
                Some(blocks)
            }
            ([(left, Type::Reference(of_left)), (right, of_right)], None) => {
                let (of_trait, method) = binary(self.sign.strip_suffix('=')?)?;
                let of_trait = quote::format_ident!("{of_trait}Assign");
                let method = quote::format_ident!("{method}_assign");
                let of_left = &of_left.elem;
                Some(vec![syn::parse_quote! {
                    impl ::core::ops::#of_trait<#of_right> for #of_left {
                        fn #method(&mut self, #right: #of_right) {
                            let #left = self;
                            #(#statements)*
                        }
                    }
                }])
            }
            _ => None,
        }
    }
}

/// The trait and the method of a sign.
fn binary(sign: &str) -> Option<(Ident, Ident)> {
    let (of_trait, method) = match sign {
        "+" => ("Add", "add"),
        "-" => ("Sub", "sub"),
        "*" => ("Mul", "mul"),
        "/" => ("Div", "div"),
        "%" => ("Rem", "rem"),
        _ => return None,
    };
    Some((
        quote::format_ident!("{of_trait}"),
        quote::format_ident!("{method}"),
    ))
}
