//! Air pollution: every partial of a rate once, every sum of partials once, then 82 stores.
//!
//! A rate `k a b` has the partials `k b` and `k a`; `k_b` below is the partial by species `b`. A
//! term that several rows use with opposite signs is computed once.

/// Air pollution and its 82 entries.
pub fn pollu(y: &[f64; 20], value: &mut [f64; 20], entries: &mut [f64; 82]) {
    let [
        y0,
        y1,
        _,
        y3,
        y4,
        y5,
        y6,
        _,
        y8,
        y9,
        y10,
        _,
        _,
        _,
        _,
        _,
        y16,
        _,
        y18,
        _,
    ] = *y;
    // Partials of the rates with two factors, by reaction and species.
    let (r2_1, r2_3) = (26.6 * y3, 26.6 * y1);
    let (r3_1, r3_4) = (12_300.0 * y4, 12_300.0 * y1);
    let (r6_5, r6_6) = (15_000.0 * y6, 15_000.0 * y5);
    let (r8_5, r8_8) = (24_000.0 * y8, 24_000.0 * y5);
    let (r9_1, r9_10) = (16_500.0 * y10, 16_500.0 * y1);
    let (r10_0, r10_10) = (9_000.0 * y10, 9_000.0 * y0);
    let (r12_1, r12_9) = (12_000.0 * y9, 12_000.0 * y1);
    let (r14_0, r14_5) = (16_300.0 * y5, 16_300.0 * y0);
    let (r20_5, r20_16) = (1_240.0 * y16, 1_240.0 * y5);
    let (r23_0, r23_3) = (0.0474 * y3, 0.0474 * y0);
    let (r24_0, r24_18) = (1_780.0 * y18, 1_780.0 * y0);

    let (r1, r2, r3, r9) = (0.35 * y0, r2_3 * y3, r3_4 * y4, r9_10 * y10);
    let (r4, r5, r6, r7) = (8.6e-4 * y6, 8.2e-4 * y6, r6_6 * y6, 1.3e-4 * y8);
    let (r8, r10, r11, r12) = (r8_8 * y8, r10_0 * y0, 0.022 * y[12], r12_9 * y9);
    let (r13, r14, r15, r16) = (1.88 * y[13], r14_0 * y0, 4.8e6 * y[2], 3.5e-4 * y3);
    let (r17, r18, r19, r20) = (0.0175 * y3, 1e8 * y[15], 4.44e11 * y[15], r20_16 * y16);
    let (r21, r22, r23, r24) = (2.1 * y18, 5.78 * y18, r23_0 * y0, r24_0 * y0);
    let r25 = 3.12 * y[19];
    let (oxidized, released) = ((r2 + r3) + (r9 + r12), r10 + r14);
    *value = [
        (oxidized + (r11 + r22 + r25)) - ((r1 + released) + (r23 + r24)),
        (r1 + r21) - oxidized,
        (r1 + r17) + (r19 + r22) - r15,
        r15 - ((r2 + r16) + (r17 + r23)),
        (2.0 * r4 + r6) + (r7 + r13) + (r20 - r3),
        (r3 + 2.0 * r18) - ((r6 + r8) + (r14 + r20)),
        r13 - (r4 + r5 + r6),
        (r4 + r5) + (r6 + r7),
        -(r7 + r8),
        r7 + r9 - r12,
        r8 + r11 - (r9 + r10),
        r9,
        r10 - r11,
        r12 - r13,
        r14,
        r16 - (r18 + r19),
        -r20,
        r20,
        (r23 + r25) - (r21 + r22 + r24),
        r24 - r25,
    ];
    let by_1 = (r2_1 + r3_1) + (r9_1 + r12_1);
    let by_5 = r6_5 + r20_5;
    let (c0, c6) = (r23_0 + r24_0, r6_6 + 8.2e-4);
    // A column to a line.
    #[rustfmt::skip]
    let columns = [
        -0.35 - (r10_0 + r14_0) - c0, 0.35, 0.35, -r23_0, -r14_0, -r10_0, r10_0, r14_0, r23_0 - r24_0, r24_0,
        by_1, -by_1, -r2_1, -r3_1, r3_1, r9_1 - r12_1, -r9_1, r9_1, r12_1,
        -4.8e6, 4.8e6,
        r2_3 - r23_3, -r2_3, 0.0175, -(3.5e-4 + 0.0175) - (r2_3 + r23_3), 3.5e-4, r23_3,
        r3_4, -r3_4, -r3_4, r3_4,
        -r14_5, by_5, -by_5 - (r8_5 + r14_5), -r6_5, r6_5, -r8_5, r8_5, r14_5, -r20_5, r20_5,
        r6_6 + 2.0 * 8.6e-4, -r6_6, -8.6e-4 - c6, 8.6e-4 + c6,
        1.3e-4, -r8_8, 1.3e-4, -1.3e-4 - r8_8, 1.3e-4, r8_8,
        r12_9, -r12_9, -r12_9, r12_9,
        r9_10 - r10_10, -r9_10, r9_10, -r9_10 - r10_10, r9_10, r10_10,
        0.022, 0.022, -0.022,
        1.88, 1.88, -1.88,
        4.44e11, 2.0 * 1e8, -1e8 - 4.44e11,
        r20_16, -r20_16, -r20_16, r20_16,
        5.78 - r24_18, 2.1, 5.78, -(2.1 + 5.78) - r24_18, r24_18,
        3.12, 3.12, -3.12,
    ];
    *entries = columns;
}
