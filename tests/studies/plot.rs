//! Plots: panels with logarithmic axes, as SVG.
//!
//! ```text
//! 1e4 +        o        one panel for each family of functions, one line for each quantity;
//!     |     o           the legend has the exponent of the fit  y = c n^exponent
//! 1e2 +  o
//!     +--+-----+--- n
//! ```
//!
//! A plot is a text of lines and labels, so the same numbers give the same bytes. Coordinates are
//! rounded to tenths, so that the last bit of a logarithm does not show.

use std::fmt::Write;

/// A line in a panel.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// The name in the legend.
    pub(crate) name: String,
    /// Positive coordinates.
    pub(crate) points: Vec<(f64, f64)>,
}

impl Line {
    /// The exponent that fits best in the logarithms, over the larger half of the points.
    pub(crate) fn exponent(&self) -> f64 {
        let from = (self.points.len() / 2).min(self.points.len().saturating_sub(3));
        let logs: Vec<(f64, f64)> = self.points[from..]
            .iter()
            .map(|(x, y)| (x.ln(), y.ln()))
            .collect();
        let count = logs.iter().fold(0.0, |sum, _| sum + 1.0);
        let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / count;
        let (x, y) = (mean(|log| log.0), mean(|log| log.1));
        let covariance: f64 = logs.iter().map(|log| (log.0 - x) * (log.1 - y)).sum();
        let variance: f64 = logs.iter().map(|log| (log.0 - x).powi(2)).sum();
        covariance / variance
    }
}

/// Axes with lines.
#[derive(Clone, Debug)]
pub(crate) struct Panel {
    /// The title.
    pub(crate) title: String,
    /// The lines, each in a colour of its own.
    pub(crate) lines: Vec<Line>,
}

const COLOURS: [&str; 6] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9",
];
const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 320.0;
/// Between the border of a panel and its axes: left, right, top, bottom.
const MARGIN: [f64; 4] = [56.0, 12.0, 32.0, 36.0];

/// Colours for readers who prefer dark pages. Rules win over attributes.
const DARK: &str = "<style>@media (prefers-color-scheme: dark) { [fill='white'] { fill: #16191d } \
    text { fill: #d8dde3 } [stroke='#ddd'] { stroke: #343a41 } }</style>\n";

/// The panels, two to a row, under a title.
pub(crate) fn svg(title: &str, panels: &[Panel]) -> String {
    let rows = panels.len().div_ceil(2).max(1);
    let (width, height) = (2.0 * WIDTH, HEIGHT * number(rows) + 28.0);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n{DARK}\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"12\" y=\"20\" font-size=\"14\">{title}</text>\n"
    );
    for (index, panel) in panels.iter().enumerate() {
        let (x, y) = (number(index % 2) * WIDTH, number(index / 2) * HEIGHT + 28.0);
        let _ = writeln!(text, "<g transform=\"translate({x} {y})\">");
        panel.write(&mut text);
        text.push_str("</g>\n");
    }
    text + "</svg>\n"
}

fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// Decades that contain all values, and the position of a value between two ends.
struct Axis {
    low: i32,
    high: i32,
    ends: (f64, f64),
}

impl Axis {
    fn of(values: impl Iterator<Item = f64>, ends: (f64, f64)) -> Self {
        let logs: Vec<f64> = values.map(f64::log10).collect();
        let least = logs.iter().copied().fold(f64::INFINITY, f64::min);
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Self {
            low: whole(least.floor()),
            high: whole(most.ceil()).max(whole(least.floor()) + 1),
            ends,
        }
    }

    fn at(&self, value: f64) -> f64 {
        let span = f64::from(self.high - self.low);
        let part = (value.log10() - f64::from(self.low)) / span;
        let place = self.ends.0 + part * (self.ends.1 - self.ends.0);
        (place * 10.0).round() / 10.0
    }

    fn decades(&self) -> impl Iterator<Item = i32> + use<> {
        self.low..=self.high
    }
}

#[expect(clippy::cast_possible_truncation, reason = "decades are few")]
fn whole(decade: f64) -> i32 {
    decade as i32
}

impl Panel {
    fn write(&self, text: &mut String) {
        let [left, right, top, bottom] = MARGIN;
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let across = Axis::of(points().map(|point| point.0), (left, WIDTH - right));
        let up = Axis::of(points().map(|point| point.1), (HEIGHT - bottom, top));
        let _ = writeln!(text, "<text x=\"{left}\" y=\"20\">{}</text>", self.title);
        for decade in across.decades() {
            let x = across.at(10.0_f64.powi(decade));
            let (from, to) = (top, HEIGHT - bottom);
            grid(text, (x, from), (x, to));
            let below = to + 16.0;
            let _ = writeln!(
                text,
                "<text x=\"{x}\" y=\"{below}\" text-anchor=\"middle\">1e{decade}</text>"
            );
        }
        for decade in up.decades() {
            let y = up.at(10.0_f64.powi(decade));
            grid(text, (left, y), (WIDTH - right, y));
            let _ = writeln!(
                text,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">1e{decade}</text>",
                left - 6.0,
                y + 4.0
            );
        }
        for (index, line) in self.lines.iter().enumerate() {
            let colour = COLOURS[index % COLOURS.len()];
            let places = line.points.iter().map(|(x, y)| (across.at(*x), up.at(*y)));
            let path: Vec<String> = places.clone().map(|(x, y)| format!("{x},{y}")).collect();
            let path = path.join(" ");
            let _ = writeln!(
                text,
                "<polyline points=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>"
            );
            for (x, y) in places {
                let _ = writeln!(
                    text,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"2.5\" fill=\"{colour}\"/>"
                );
            }
            let y = top + 14.0 + 14.0 * number(index);
            let (x, exponent) = (left + 8.0, line.exponent());
            let _ = writeln!(
                text,
                "<text x=\"{x}\" y=\"{y}\" fill=\"{colour}\">{} : n^{exponent:.2}</text>",
                line.name
            );
        }
    }
}

fn grid(text: &mut String, from: (f64, f64), to: (f64, f64)) {
    let ((x1, y1), (x2, y2)) = (from, to);
    let _ = writeln!(
        text,
        "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"#ddd\"/>"
    );
}
