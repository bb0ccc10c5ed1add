//! The arms of a branch in the source: the code of an arm, and the names that its pattern binds.

use quote::ToTokens;
use syn::{Block, Expr};

use crate::interface::Head;

use crate::front::flow::machine::Arm;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::run::statements::is_valueless;
use crate::front::value::found::Found;
use crate::front::value::{Inactive, Value};

/// The destination of the value of a piece of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goes {
    /// On to the code around it, which uses it.
    On,
    /// Back to the caller: the function returns it.
    Back,
}

/// The code of an arm.
pub(crate) enum ArmCode<'a> {
    Block(&'a Block),
    Expression(&'a Expr),
    Empty,
}

/// An arm, with the names that its pattern binds.
pub(crate) struct ArmSource<'a> {
    pub(crate) code: ArmCode<'a>,
    pub(crate) bindings: Vec<(syn::Ident, Value)>,
    /// The pattern and the value that it takes apart, if the value is known.
    pub(crate) matched: Option<(&'a syn::Pat, Value)>,
}

impl<'a> ArmSource<'a> {
    pub(crate) fn of(code: ArmCode<'a>) -> Self {
        Self {
            code,
            bindings: Vec::new(),
            matched: None,
        }
    }
}

impl Lowering<Run> {
    /// A branch whose arms are code of the user's. With [`Goes::Back`] the function returns its
    /// value.
    pub(crate) fn branch_of(
        &mut self,
        head: Head,
        asked: Inactive,
        arms: &[ArmSource<'_>],
        goes: Goes,
        at: &impl ToTokens,
    ) -> Found<Value> {
        let run = |arm| move |lowering: &mut Self| lowering.run_source(arm, goes);
        let arms: Vec<_> = arms.iter().map(run).collect();
        let arms: Vec<&Arm<'_, Run>> = arms.iter().map(|arm| arm as &Arm<'_, Run>).collect();
        self.branch(head, asked, &arms, at)
    }

    fn run_source(&mut self, arm: &ArmSource<'_>, goes: Goes) -> Found<Value> {
        self.bind_arm(arm);
        self.run_arm_code(&arm.code, goes)
    }

    /// Binds the names in the pattern of an arm.
    pub(crate) fn bind_arm(&mut self, arm: &ArmSource<'_>) {
        for (name, value) in &arm.bindings {
            self.bind(name, value.clone());
        }
        if let Some((pattern, value)) = &arm.matched {
            self.bind_pattern(pattern, value.clone());
        }
    }

    pub(crate) fn run_arm_code(&mut self, code: &ArmCode<'_>, goes: Goes) -> Found<Value> {
        match code {
            ArmCode::Block(block) if goes == Goes::Back => self.eval_returned_block(block),
            ArmCode::Block(block) => self.eval_block(block),
            ArmCode::Expression(expression) if goes == Goes::Back && !is_valueless(expression) => {
                self.eval_returned(expression)
            }
            ArmCode::Expression(Expr::If(inner)) => self.eval_if(inner, Goes::On),
            ArmCode::Expression(Expr::Block(inner)) if inner.label.is_none() => {
                self.eval_block(&inner.block)
            }
            ArmCode::Expression(expression) => self.eval_tail(expression),
            ArmCode::Empty => Ok(Value::unit()),
        }
    }
}
