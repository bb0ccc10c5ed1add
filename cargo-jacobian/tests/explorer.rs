//! The page of `explore` in a browser without a window: no errors, the slider reaches the entries,
//! and hovering marks what belongs together in all three views.
//!
//! ```text
//! explore --> page.html + a script that acts --chromium --dump-dom--> what the script wrote
//! ```
//!
//! Without Chromium the test says so and passes; `.ci/run` installs it.

use std::path::Path;
use std::process::Command;

/// Notes mistakes, from the first line of the page on.
const WATCH: &str = "<script>window.mistakes = []; \
    window.onerror = (message) => { window.mistakes.push(message); };\
    console.error = (message) => { window.mistakes.push(String(message)); };</script>";

/// Hovers one thing of each view, moves the slider to the end, and looks at every graph.
const ACT: &str = r##"<script>
{
const seen = [];
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const kind = element => element.dataset.key.split(":")[0];
const views = () => [...new Set(all(".marked").map(kind))].sort().join(" ");
const code = () => all("#source .row").map(row => all(".piece.marked", row).map(one => one.textContent).join("")).join("|");
const vertices = () => all("#graph .marked").filter(one => kind(one) === "vertex").map(one => one.querySelector("text").textContent);
const over = element => element.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
const look = (name, element) => {
  over(element);
  seen.push(`${name}: ${views()}; ${vertices().join(" ")}; ${code()}`);
  over(document.body);
  if (all(".marked").length) seen.push("something stays marked");
};
const at = key => document.querySelector(`[data-key="${key}"]`);
const piece = text => all(".piece").find(one => one.textContent === text);
const key = name => document.dispatchEvent(new KeyboardEvent("keydown", { key: name }));
const slider = document.getElementById("slider");
key("ArrowRight");
seen.push(`key: ${slider.value}`);
look("line", at("line:4"));
look("outer", piece(" * "));
look("inner", piece(".sin()"));
look("read", piece("r"));
look("vertex", at("vertex:4"));
look("partial", at("statement:v10"));
look("sum", at("statement:a0"));
slider.value = slider.max;
slider.dispatchEvent(new Event("input"));
seen.push(document.getElementById("step").textContent);
look("entry", at("entry:0"));
piece(".sin()").focus();
at("vertex:3").focus();
key("ArrowLeft");
seen.push(`focused: ${document.activeElement.dataset.key}; ${code()}`);
slider.value = slider.max;
slider.dispatchEvent(new Event("input"));
document.activeElement.blur();
seen.push(`gone: ${all("#graph .gone").length}`);
const changed = name => all(`#graph path.${name}`).length / 2;
seen.push(`filled in: ${changed("new")}, absorbed: ${changed("absorbed")}`);
seen.push(`edges: ${all("#graph [data-key^=entry]").length}`);
seen.push(`wide: ${document.documentElement.scrollWidth > window.innerWidth}`);
END
}
</script>"##;

/// Each vertex of each graph leads to the source and back.
const ACT_ON_ALL: &str = r##"<script>
{
const seen = [];
const all = selector => [...document.querySelectorAll(selector)];
const over = element => element.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
for (const tab of all("#tabs button")) {
  tab.click();
  let count = 0;
  for (const key of all("#graph [data-key^=vertex]").map(one => one.dataset.key)) {
    over(document.querySelector(`[data-key="${key}"]`));
    const expressions = all(".piece.marked");
    if (!expressions.length || !all("#entries .marked").length) seen.push(`${key} leads nowhere`);
    count += 1;
    const leadsBack = piece => { over(piece); return document.querySelector(`[data-key="${key}"].marked`); };
    if (!expressions.some(leadsBack)) seen.push(`no way back to ${key}`);
  }
  seen.push(`${tab.textContent}, ${count} seen`);
}
END
}
</script>"##;

/// The last lines of both: what was seen is written into the page.
const END: &str = r#"seen.push(`mistakes: ${window.mistakes.join("; ")}`);
const result = document.createElement("pre");
result.id = "result";
result.textContent = seen.join("\n");
document.body.append(result);"#;

const SOURCE: &str = "\
/// A residual.
#[jacobian(wrt(x))]
pub fn residual(x: &[f64; 3], k: f64) -> [f64; 2] {
    let r = x[0] * x[1].sin();
    [r - k, x[2] / r]
}
";

/// A loop, a branch and a Hessian.
const LOOP: &str = "\
#[jacobian(wrt(x), hessian)]
pub fn energy(x: &[f64; 3], n: usize) -> f64 {
    let mut y = x[0];
    for _ in 0..n {
        y += 0.1 * (x[1] * y).sin();
    }
    if y > 0.0 { y * y * x[2] } else { x[2].exp() * y }
}
";

#[test]
fn the_page_works_in_a_browser() {
    let expected = "\
key: 1
line: entry line place statement vertex; v0 v1 v3 v4; |x[0] * x[1].sin()|rr|
outer: entry place statement vertex; v4; |x[0] * x[1].sin()|rr|
inner: entry place statement vertex; v3; |x[1].sin()||
read: entry place statement vertex; v4; |x[0] * x[1].sin()|rr|
vertex: entry place statement vertex; v4; |x[0] * x[1].sin()|rr|
partial: entry place statement vertex; v7; ||x[2] / r|
sum: entry place statement vertex; v0 v3; |x[0]x[1].sin()||
step 2 of 2: after 4, 5 products, the edges are the entries
entry: entry place statement vertex; v0 v4 v6; |x[0] * x[1].sin()|r - kr|
focused: vertex:3; |x[1].sin()||
gone: 2
filled in: 4, absorbed: 0
edges: 5
wide: false
mistakes:
";
    for width in [360, 800, 1400] {
        let shown = acted("residual", SOURCE, ACT, width);
        if let Some(shown) = shown {
            assert_eq!(shown.trim(), expected.trim(), "{width} pixels wide");
        }
    }
}

#[test]
fn loops_branches_and_second_derivatives_lead_to_the_source() {
    let expected = "\
Jacobian: 5 vertices, 5 seen
Hessian: 10 vertices, 10 seen
Region 1: 7 vertices, 7 seen
Region 2: 4 vertices, 4 seen
Region 3: 4 vertices, 4 seen
mistakes:
";
    if let Some(shown) = acted("energy", LOOP, ACT_ON_ALL, 1400) {
        assert_eq!(shown.trim(), expected.trim());
    }
}

/// What a script sees on the page of a function, unless there is no browser.
fn acted(name: &str, source: &str, script: &str, width: usize) -> Option<String> {
    let Some(browser) = browser() else {
        eprintln!("skipped: there is no Chromium");
        return None;
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("explorer-{name}"));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("source.rs"), source).expect("a file");
    let status = Command::new(env!("CARGO_BIN_EXE_cargo-jacobian"))
        .args(["explore", "source.rs", "-o", "page.html"])
        .current_dir(&folder)
        .status();
    assert!(status.expect("the command starts").success());
    let page = std::fs::read_to_string(folder.join("page.html")).expect("a page");
    assert_eq!(page.matches("http://").count(), 1, "only the name space");
    assert!(!page.contains("https://"), "the page needs no network");
    let script = script.replacen("END", END, 1);
    let acting = page.replacen("<head>", &format!("<head>{WATCH}"), 1);
    let acting = acting.replacen("</body>", &format!("{script}</body>"), 1);
    std::fs::write(folder.join("acting.html"), acting).expect("a page");
    Some(shown(browser, &folder, width))
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
