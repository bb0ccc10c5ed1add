//! The map whose patterns the chapter "Beyond the Jacobian" shows.

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
