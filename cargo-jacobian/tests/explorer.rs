//! The page of `explore` in a browser without a window: no errors, the slider reaches the entries,
//! and hovering marks what belongs together in all three views.
//!
//! ```text
//! explore --> page.html + a script that acts --chromium --dump-dom--> what the script wrote
//! ```
//!
//! Without Chromium the test says so and passes; `.ci/run` installs it.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// Notes mistakes, from the first line of the page on.
const WATCH: &str = "<script>window.mistakes = []; \
    window.onerror = (message) => { window.mistakes.push(message); };\
    console.error = (message) => { window.mistakes.push(String(message)); };</script>";

/// Moves the slider to the end and hovers one thing of each view.
const ACT: &str = r##"<script>
const seen = [];
const marked = () => [...document.querySelectorAll(".marked")].map(one => one.dataset.key.split(":")[0]);
const views = () => [...new Set(marked())].sort().join(" ");
const hover = key => {
  const element = document.querySelector(`[data-key="${key}"]`);
  element.dispatchEvent(new PointerEvent("pointerenter"));
  seen.push(`${key.split(":")[0]}: ${views()}`);
  element.dispatchEvent(new PointerEvent("pointerleave"));
  seen.push(`left: ${marked().length}`);
};
const key = name => document.dispatchEvent(new KeyboardEvent("keydown", { key: name }));
const slider = document.getElementById("slider");
key("ArrowRight");
seen.push(`key: ${slider.value}`);
const line = document.querySelector(`[data-key="statement:v4"]`) ? "line:4" : "none";
hover(line);
hover("vertex:4");
hover("statement:v10");
slider.value = slider.max;
slider.dispatchEvent(new Event("input"));
seen.push(document.getElementById("step").textContent);
hover("entry:0");
const inner = document.querySelectorAll("#graph .gone").length;
seen.push(`gone: ${inner}`);
const changed = name => document.querySelectorAll(`#graph path.${name}`).length / 2;
seen.push(`filled in: ${changed("new")}, absorbed: ${changed("absorbed")}`);
seen.push(`edges: ${document.querySelectorAll("#graph [data-key^=entry]").length}`);
seen.push(`wide: ${document.documentElement.scrollWidth > window.innerWidth}`);
seen.push(`mistakes: ${window.mistakes.join("; ")}`);
const result = document.createElement("pre");
result.id = "result";
result.textContent = seen.join("\n");
document.body.append(result);
</script>"##;

const SOURCE: &str = "\
/// A residual.
#[jacobian(wrt(x))]
pub fn residual(x: &[f64; 3], k: f64) -> [f64; 2] {
    let r = x[0] * x[1].sin();
    [r - k, x[2] / r]
}
";

#[test]
fn the_page_works_in_a_browser() {
    let Some(browser) = browser() else {
        eprintln!("skipped: there is no Chromium");
        return;
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("explorer");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("residual.rs"), SOURCE).expect("a file");
    let status = Command::new(env!("CARGO_BIN_EXE_cargo-jacobian"))
        .args(["explore", "residual.rs", "-o", "page.html"])
        .current_dir(&folder)
        .status();
    assert!(status.expect("the command starts").success());
    let page = std::fs::read_to_string(folder.join("page.html")).expect("a page");
    assert!(
        !page.contains("http://") || page.matches("http://").count() == 1,
        "only the name space"
    );
    assert!(!page.contains("https://"), "the page needs no network");
    let acting = page.replacen("<head>", &format!("<head>{WATCH}"), 1);
    let acting = acting.replacen("</body>", &format!("{ACT}</body>"), 1);
    std::fs::write(folder.join("acting.html"), acting).expect("a page");
    for width in [360, 800, 1400] {
        let shown = shown(browser, &folder, width);
        let expected = [
            "key: 1",
            "line: entry line statement vertex",
            "left: 0",
            "vertex: line statement vertex",
            "left: 0",
            "statement: entry line statement",
            "left: 0",
            "step 2 of 2: after 4, 5 products, the edges are the entries",
            "entry: entry line statement vertex",
            "left: 0",
            "gone: 2",
            "filled in: 4, absorbed: 0",
            "edges: 5",
            "wide: false",
            "mistakes: ",
        ];
        let mut text = String::new();
        for line in expected {
            writeln!(text, "{line}").expect("a string takes all text");
        }
        assert_eq!(shown.trim(), text.trim(), "{width} pixels wide");
    }
}

/// What the script wrote.
fn shown(browser: &str, folder: &Path, width: usize) -> String {
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .arg(format!("--window-size={width},900"))
        .arg(format!(
            "--user-data-dir={}",
            folder.join("profile").display()
        ))
        .arg(format!("file://{}", folder.join("acting.html").display()))
        .output()
        .expect("the browser starts");
    let page = String::from_utf8_lossy(&output.stdout).into_owned();
    let (_, result) = page
        .split_once("<pre id=\"result\">")
        .expect("the script came to its end");
    result.split("</pre>").next().unwrap_or_default().to_owned()
}

/// Chromium by the names that it has.
fn browser() -> Option<&'static str> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    names.into_iter().find(|name| {
        let started = Command::new(name).arg("--version").output();
        started.is_ok_and(|output| output.status.success())
    })
}
