//! Patterns as pictures: the Jacobian of a small map, its normal matrix and its Hessian.
//!
//! ```text
//! Jacobian      normal matrix    Hessian
//! ##..#         #....            #....       one square for each entry, and a pale one for its
//! .##..         ##...            ##...       mirror image, which is not stored
//! ```

use super::picture::DARK;
use std::fmt::Write;

use jacobian_runtime::{SparsityPattern, SymmetricPattern, jacobian};

/// The width of an entry.
const CELL: usize = 8;
/// The space around a matrix.
const MARGIN: usize = 16;
/// The height of the titles.
const TITLE: usize = 36;
/// Columns of the poses, which come first.
const POSE_COLUMNS: usize = 18;

/// A robot in the plane drives along six poses and sees seven landmarks.
#[jacobian]
mod map {
    const POSES: usize = 6;
    const LANDMARKS: usize = 7;
    /// Which pose sees which landmark. The last one sees the first one again.
    const SIGHTS: [(usize, usize); 12] = [
        (0, 0),
        (0, 1),
        (1, 1),
        (1, 2),
        (2, 2),
        (2, 3),
        (3, 3),
        (3, 4),
        (4, 5),
        (4, 6),
        (5, 6),
        (5, 0),
    ];

    /// Where a point lies as seen from a pose `[x, y, angle]`.
    fn seen_from(pose: &[f64; 3], point: [f64; 2]) -> [f64; 2] {
        let (sin, cos) = pose[2].sin_cos();
        let (dx, dy) = (point[0] - pose[0], point[1] - pose[1]);
        [cos * dx + sin * dy, cos * dy - sin * dx]
    }

    /// Three residuals for each step between poses, two for each sight.
    #[jacobian(wrt(poses, landmarks), hessian, normal)]
    pub(crate) fn residuals(
        poses: &[[f64; 3]; POSES],
        landmarks: &[[f64; 2]; LANDMARKS],
        steps: &[[f64; 3]; 5],
        sights: &[[f64; 2]; 12],
    ) -> [f64; 39] {
        let mut residuals = [0.0; 39];
        for (i, step) in steps.iter().enumerate() {
            let next = poses[i + 1];
            let [x, y] = seen_from(&poses[i], [next[0], next[1]]);
            residuals[3 * i] = x - step[0];
            residuals[3 * i + 1] = y - step[1];
            residuals[3 * i + 2] = next[2] - poses[i][2] - step[2];
        }
        for (i, (pose, landmark)) in SIGHTS.into_iter().enumerate() {
            let [x, y] = seen_from(&poses[pose], landmarks[landmark]);
            residuals[15 + 2 * i] = x - sights[i][0];
            residuals[16 + 2 * i] = y - sights[i][1];
        }
        residuals
    }
}

/// The three patterns side by side.
pub(crate) fn patterns() -> String {
    let panels = [
        of_jacobian(&map::RESIDUALS_PATTERN),
        of_symmetric("normal matrix", &map::RESIDUALS_NORMAL_PATTERN),
        of_symmetric("Hessian", &map::RESIDUALS_HESSIAN_PATTERN),
    ];
    let tallest = panels.iter().map(|panel| panel.rows).max().unwrap_or(0);
    let mut width = MARGIN;
    let mut body = String::new();
    for panel in &panels {
        let _ = writeln!(
            body,
            "<g transform=\"translate({width} {TITLE})\">\n{}</g>",
            panel.svg()
        );
        width += panel.cols * CELL + MARGIN;
    }
    let height = TITLE + tallest * CELL + MARGIN;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\">\n{DARK}<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{body}</svg>\n"
    )
}

/// A matrix to draw.
struct Panel {
    title: String,
    rows: usize,
    cols: usize,
    /// The places of stored entries.
    stored: Vec<(usize, usize)>,
    is_symmetric: bool,
}

fn of_jacobian(pattern: &SparsityPattern) -> Panel {
    Panel {
        title: "Jacobian".to_owned(),
        rows: pattern.rows(),
        cols: pattern.cols(),
        stored: pattern.entries().collect(),
        is_symmetric: false,
    }
}

fn of_symmetric(title: &str, pattern: &SymmetricPattern) -> Panel {
    Panel {
        title: title.to_owned(),
        rows: pattern.size(),
        cols: pattern.size(),
        stored: pattern.lower().entries().collect(),
        is_symmetric: true,
    }
}

impl Panel {
    fn svg(&self) -> String {
        let (width, height) = (self.cols * CELL, self.rows * CELL);
        let mut text = format!(
            "<text y=\"-12\" font-size=\"13\">{}, {} entries</text>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"#999\"/>\n",
            self.title,
            self.stored.len()
        );
        text += &squares(&self.stored, "#0072b2");
        let places = self.stored.iter();
        if self.is_symmetric {
            let mirrored: Vec<_> = places
                .filter(|(row, col)| row != col)
                .map(|&(row, col)| (col, row))
                .collect();
            text += &squares(&mirrored, "#b8d4e6");
        }
        // Lines between the columns of the poses and those of the landmarks.
        let border = POSE_COLUMNS * CELL;
        let mut lines = format!("M{border} 0v{height}");
        if self.is_symmetric {
            let _ = write!(lines, "M0 {border}h{width}");
        }
        let _ = writeln!(
            text,
            "<path d=\"{lines}\" stroke=\"#999\" stroke-dasharray=\"3 3\"/>"
        );
        text
    }
}

/// One path with a square for each place.
fn squares(places: &[(usize, usize)], fill: &str) -> String {
    let side = CELL - 1;
    let mut path = String::new();
    for (row, col) in places {
        let _ = write!(
            path,
            "M{} {}h{side}v{side}h-{side}z",
            col * CELL + 1,
            row * CELL + 1
        );
    }
    format!("<path d=\"{path}\" fill=\"{fill}\"/>\n")
}
