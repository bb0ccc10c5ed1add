//! Circles of files: files that use each other, directly or through others.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::graph::{DiGraph, NodeIndex};

use crate::house::Arrow;

/// The circles, each with the arrows inside it; the largest first.
pub(crate) fn circles(arrows: &[Arrow]) -> Vec<Vec<Arrow>> {
    let mut graph: DiGraph<&str, ()> = DiGraph::new();
    let mut vertices: BTreeMap<&str, NodeIndex> = BTreeMap::new();
    for arrow in arrows {
        let [from, to] = [&arrow.from, &arrow.to].map(|file| {
            *vertices
                .entry(file)
                .or_insert_with(|| graph.add_node(file.as_str()))
        });
        graph.add_edge(from, to, ());
    }
    let components = petgraph::algo::tarjan_scc(&graph);
    let circles = components.iter().filter(|component| component.len() > 1);
    let inside = |component: &Vec<NodeIndex>| {
        let files: BTreeSet<&str> = component.iter().map(|vertex| graph[*vertex]).collect();
        let is_inside = |arrow: &&Arrow| {
            files.contains(arrow.from.as_str()) && files.contains(arrow.to.as_str())
        };
        arrows.iter().filter(is_inside).cloned().collect()
    };
    let mut circles: Vec<Vec<Arrow>> = circles.map(inside).collect();
    circles.sort_by_key(|arrows| std::cmp::Reverse(files(arrows).len()));
    circles
}

/// The files that arrows join.
pub(crate) fn files(arrows: &[Arrow]) -> BTreeSet<&str> {
    let from = arrows.iter().map(|arrow| arrow.from.as_str());
    let to = arrows.iter().map(|arrow| arrow.to.as_str());
    from.chain(to).collect()
}
