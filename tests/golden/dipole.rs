#[jacobian(value = fused)]
pub fn dipole(x: &[f64; 8]) -> [f64; 8] {
    let [a, b, c, d, t, u, v, w] = *x;
    let ts = t * t;
    let us = u * u;
    let vs = v * v;
    let ws = w * w;
    let tv = t * v;
    let uw = u * w;
    let tsvs = ts - vs;
    let usws = us - ws;
    let ts3vs = ts - 3.0 * vs;
    let vs3ts = vs - 3.0 * ts;
    let us3ws = us - 3.0 * ws;
    let ws3us = ws - 3.0 * us;
    [
        a + b - 0.485,
        c + d + 0.0019,
        t * a + u * b - v * c - w * d + 0.0581,
        v * a + w * b + t * c + u * d - 0.015,
        a * tsvs - 2.0 * c * tv + b * usws - 2.0 * d * uw - 0.105,
        c * tsvs + 2.0 * a * tv + d * usws + 2.0 * b * uw - 0.0406,
        a * t * ts3vs + c * v * vs3ts + b * u * us3ws + d * w * ws3us - 0.167,
        c * t * ts3vs - a * v * vs3ts + d * u * us3ws - b * w * ws3us + 0.399,
    ]
}
