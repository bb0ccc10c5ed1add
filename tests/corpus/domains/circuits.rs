//! Circuits: devices with regions, and small networks of them.
//!
//! ```text
//! node voltages -> currents into the nodes; a simulator makes them zero by Newton's method
//! ```
//!
//! Sources beside each function.

use corpus_twin::row;
use jacobian_runtime::jacobian;

use crate::corpus::problem::Problem;

/// Every row of this file.
pub const ALL: [Problem; 7] = [
    DIODE,
    EBERS_MOLL,
    MOSFET,
    RC_LADDER,
    RECTIFIER,
    RING_OSCILLATOR,
    TUNNEL_DIODE,
];

/// Current of a diode: the exponential is continued by its tangent, and breaks down in reverse.
#[row(
    from = "Nagel, SPICE2: a computer program to simulate semiconductor circuits, 1975",
    at = [[0.6], [1.4], [-3.0], [-6.2]]
)]
#[jacobian]
pub fn diode(v: f64) -> f64 {
    const IS: f64 = 1e-14;
    const VT: f64 = 0.025852;
    const LIMIT: f64 = 40.0;
    const BREAKDOWN: f64 = 6.0;
    let u = v / VT;
    if v < -BREAKDOWN {
        -IS * ((-(BREAKDOWN + v) / VT).exp() - 1.0 + BREAKDOWN / VT)
    } else if u < -5.0 {
        -IS
    } else if u <= LIMIT {
        IS * (u.exp() - 1.0)
    } else {
        let edge = LIMIT.exp();
        IS * (edge * (1.0 + (u - LIMIT)) - 1.0)
    }
}

/// Collector and base current of a bipolar transistor.
#[row(
    from = "Ebers, Moll, Large-signal behavior of junction transistors, Proc. IRE 42 (1954)",
    at = [[2.0, 0.65, 0.0], [0.1, 0.7, 0.0]]
)]
#[jacobian]
pub fn ebers_moll(collector: f64, base: f64, emitter: f64) -> [f64; 2] {
    let junction = |v: f64| 1e-15 * ((v / 0.025852).exp() - 1.0);
    let (forward, reverse) = (junction(base - emitter), junction(base - collector));
    let (beta_f, beta_r) = (100.0, 2.0);
    let early = 1.0 + (collector - emitter) / 75.0;
    let transport = (forward - reverse) * early;
    [
        transport - reverse / beta_r,
        forward / beta_f + reverse / beta_r,
    ]
}

/// Drain current of a MOSFET, level 1, drain and source exchanged where the voltage is negative.
#[row(
    from = "Shichman, Hodges, Modeling and simulation of insulated-gate field-effect transistor switching circuits, 1968",
    at = [[1.8, 0.3, -0.5], [1.8, 1.7, -0.5], [0.3, 1.0, 0.0], [1.8, -0.4, -0.2]]
)]
#[jacobian]
pub fn mosfet(vgs: f64, vds: f64, vbs: f64) -> f64 {
    const VTO: f64 = 0.7;
    const KP: f64 = 1.1e-4;
    const GAMMA: f64 = 0.4;
    const PHI: f64 = 0.65;
    const LAMBDA: f64 = 0.04;
    let swapped = vds < 0.0;
    let (vgs, vds, vbs) = if swapped {
        (vgs - vds, -vds, vbs - vds)
    } else {
        (vgs, vds, vbs)
    };
    let depletion = if vbs <= 0.0 {
        (PHI - vbs).sqrt()
    } else {
        PHI.sqrt() / (1.0 + 0.5 * vbs / PHI)
    };
    let threshold = VTO + GAMMA * (depletion - PHI.sqrt());
    let overdrive = vgs - threshold;
    if overdrive <= 0.0 {
        return 0.0;
    }
    let channel = 1.0 + LAMBDA * vds;
    let current = if vds < overdrive {
        KP * (overdrive - vds / 2.0) * vds * channel
    } else {
        KP / 2.0 * overdrive * overdrive * channel
    };
    if swapped { -current } else { current }
}

/// Node voltages of a ladder of resistors and capacitors, driven at one end.
#[row(
    from = "textbook",
    at = [[0.1, 0.2, 0.3, 0.2, 0.1, 0.0, 1.0]]
)]
#[jacobian]
pub fn rc_ladder(v: &[f64; 6], source: f64) -> [f64; 6] {
    let tau = 1e-3;
    let mut rate = [0.0; 6];
    for (node, rate) in rate.iter_mut().enumerate() {
        let before = if node > 0 { v[node - 1] } else { source };
        *rate += (before - v[node]) / tau;
        if node + 1 < v.len() {
            *rate += (v[node + 1] - v[node]) / tau;
        }
    }
    rate
}

/// A bridge of four diodes with a smoothing capacitor: currents into four nodes.
#[row(
    from = "textbook; the diode with its exponential limited",
    at = [[0.5, -0.3, 0.4, 0.0], [3.0, -3.0, 0.1, 0.0]]
)]
#[jacobian]
pub fn rectifier(v: &[f64; 4]) -> [f64; 4] {
    // Anode and cathode of each diode.
    const BRIDGE: [[usize; 2]; 4] = [[0, 2], [1, 2], [3, 0], [3, 1]];
    fn current(v: f64) -> f64 {
        let u = (v / 0.05).min(30.0);
        1e-9 * (u.exp() - 1.0)
    }
    let mut into = [0.0; 4];
    for [anode, cathode] in BRIDGE {
        let i = current(v[anode] - v[cathode]);
        into[anode] -= i;
        into[cathode] += i;
    }
    let load = (v[2] - v[3]) / 1e3;
    into[2] -= load;
    into[3] += load;
    into
}

/// Three inverters in a ring.
#[row(
    from = "textbook; inverters by the hyperbolic tangent",
    at = [[0.1, -0.2, 0.3]]
)]
#[jacobian]
pub fn ring_oscillator(v: [f64; 3]) -> [f64; 3] {
    let mut rate = [0.0; 3];
    for i in 0..3 {
        let input = v[(i + 2) % 3];
        rate[i] = -(5.0 * input).tanh() - v[i];
    }
    rate
}

/// Current through a tunnel diode: three mechanisms.
#[row(
    from = "Sze, Physics of Semiconductor Devices, section 8.2",
    at = [[0.05], [0.35]]
)]
#[jacobian]
pub fn tunnel_diode(v: f64) -> f64 {
    let (peak_current, peak_voltage) = (1e-3, 0.065);
    let tunnel = peak_current * v / peak_voltage * (1.0 - v / peak_voltage).exp();
    let excess = 1e-4 * (8.0 * (v - 0.4)).exp();
    let thermal = 1e-12 * ((v / 0.02585).exp() - 1.0);
    [tunnel, excess, thermal].iter().sum()
}
