//! Pictures of the examples: lines, dots, shades and text as SVG, for light and for dark pages.
//!
//! ```text
//! --plot FILE.svg  -->  file()         Picture::new, line, dot, text, ..  -->  write
//! ```

use std::error::Error;
use std::fmt::Write as _;

/// What a line or a dot is drawn with. The colours are lighter where a reader prefers dark pages.
#[derive(Clone, Copy, Debug)]
#[allow(dead_code, reason = "not every example needs all")]
pub(crate) enum Ink {
    /// For axes and comparisons.
    Grey,
    /// For results.
    Blue,
    /// For what they are compared with.
    Red,
    /// For a third thing.
    Green,
}

impl Ink {
    fn name(self) -> &'static str {
        match self {
            Self::Grey => "grey",
            Self::Blue => "blue",
            Self::Red => "red",
            Self::Green => "green",
        }
    }
}

const STYLE: &str = "<style>.page{fill:#fff}text{fill:#222}.grey{color:#8a8f96}.blue{color:#1b6ca8}\
    .red{color:#c0392b}.green{color:#2e8b57}path,circle{stroke:currentColor;fill:none}\
    circle{fill:currentColor}@media (prefers-color-scheme:dark){.page{fill:#16191d}\
    text{fill:#d8dde3}.blue{color:#5fb0ee}.red{color:#ff8a7a}.green{color:#6fcf97}}</style>";

/// A picture that grows.
#[derive(Debug)]
pub(crate) struct Picture {
    width: f64,
    height: f64,
    body: String,
}

#[allow(dead_code, reason = "not every example draws everything")]
impl Picture {
    /// An empty one.
    pub(crate) fn new(width: f64, height: f64) -> Self {
        Self {
            width,
            height,
            body: String::new(),
        }
    }

    /// An empty one with words below, for a frame.
    pub(crate) fn chart(words: &str) -> Self {
        let mut picture = Self::new(720.0, 360.0);
        picture.text([60.0, 353.0], words);
        picture
    }

    /// Words that begin at a point.
    pub(crate) fn text(&mut self, [x, y]: [f64; 2], words: &str) {
        self.add(&format!("<text x=\"{x:.0}\" y=\"{y:.0}\">{words}</text>"));
    }

    /// A line through points.
    pub(crate) fn line(
        &mut self,
        ink: Ink,
        width: f64,
        points: impl IntoIterator<Item = [f64; 2]>,
    ) {
        let points = points.into_iter().map(|[x, y]| format!("{x:.1} {y:.1}"));
        let points: Vec<String> = points.collect();
        let (ink, path) = (ink.name(), points.join("L"));
        self.add(&format!(
            "<path class=\"{ink}\" stroke-width=\"{width}\" d=\"M{path}\"/>"
        ));
    }

    /// Pieces of lines.
    pub(crate) fn pieces(&mut self, ink: Ink, width: f64, pieces: &[[[f64; 2]; 2]]) {
        let pieces = pieces.iter();
        let pieces = pieces.map(|[[a, b], [c, d]]| format!("M{a:.1} {b:.1}L{c:.1} {d:.1}"));
        let (ink, path) = (ink.name(), pieces.collect::<String>());
        self.add(&format!(
            "<path class=\"{ink}\" stroke-width=\"{width}\" d=\"{path}\"/>"
        ));
    }

    /// A dot.
    pub(crate) fn dot(&mut self, ink: Ink, radius: f64, [x, y]: [f64; 2]) {
        let ink = ink.name();
        self.add(&format!(
            "<circle class=\"{ink}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"/>"
        ));
    }

    /// A square in a shade of blue, from 0 to 1.
    pub(crate) fn shade(&mut self, [x, y]: [f64; 2], side: f64, depth: f64) {
        let lightness = 95.0 - 60.0 * depth;
        self.add(&format!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" \
             fill=\"hsl(215 70% {lightness:.0}%)\"/>"
        ));
    }

    fn add(&mut self, element: &str) {
        let _ = writeln!(self.body, "{element}");
    }

    /// Writes the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn write(&self, file: &str) -> Result<(), Box<dyn Error>> {
        let (width, height, body) = (self.width, self.height, &self.body);
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\" font-size=\"13\">\n{STYLE}\n\
             <rect class=\"page\" width=\"{width}\" height=\"{height}\"/>\n{body}</svg>\n"
        );
        std::fs::write(file, text).map_err(|error| format!("cannot write {file}: {error}").into())
    }
}

/// Where numbers lie in a chart.
#[derive(Clone, Copy, Debug)]
#[allow(dead_code, reason = "not every example has axes")]
pub(crate) struct Frame {
    /// The smallest and the largest number on the axis to the right.
    pub(crate) x: [f64; 2],
    /// The same for the axis upwards.
    pub(crate) y: [f64; 2],
}

#[allow(dead_code, reason = "not every example has axes")]
impl Frame {
    /// The point of two numbers.
    pub(crate) fn place(&self, x: f64, y: f64) -> [f64; 2] {
        let part = |number: f64, [low, high]: [f64; 2]| (number - low) / (high - low);
        [
            60.0 + 640.0 * part(x, self.x),
            316.0 - 296.0 * part(y, self.y),
        ]
    }

    /// Names numbers below the axis to the right.
    pub(crate) fn mark_x<N: ToString>(&self, picture: &mut Picture, marks: &[(f64, N)]) {
        for (number, name) in marks {
            let [x, y] = self.place(*number, self.y[0]);
            picture.text([x - 8.0, y + 18.0], &name.to_string());
        }
    }

    /// Names numbers beside the axis upwards, each with a line.
    pub(crate) fn mark_y<N: ToString>(&self, picture: &mut Picture, marks: &[(f64, N)]) {
        for (number, name) in marks {
            let [left, right] = self.x.map(|x| self.place(x, *number));
            picture.line(Ink::Grey, 0.4, [left, right]);
            picture.text([14.0, left[1] + 4.0], &name.to_string());
        }
    }
}

/// The file of the argument `--plot FILE.svg`, if it is there.
///
/// # Errors
/// If there are other arguments.
#[allow(dead_code, reason = "some examples have more arguments")]
pub(crate) fn file() -> Result<Option<String>, Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    match (words.next().as_deref(), words.next()) {
        (None, _) => Ok(None),
        (Some("--plot"), Some(file)) => Ok(Some(file)),
        _ => Err("the only option is --plot FILE.svg".into()),
    }
}
