//! Transposition: between points, one after the other, and a block, one number after the other.
//!
//! ```text
//! p0: a0 b0 c0 d0           a0 a1 a2 a3
//! p1: a1 b1 c1 d1     <->   b0 b1 b2 b3      a tile: four loads, eight shuffles, four stores
//! p2: a2 b2 c2 d2           c0 c1 c2 c3
//! p3: a3 b3 c3 d3           d0 d1 d2 d3
//! ```
//!
//! With AVX, four points by four numbers are turned in registers. One number at a time, as many
//! stores as numbers would take longer than much of what is computed in lanes.

use super::lanes::{LANES, Lanes};

/// Writes eight points into a block, with vectors. `None` if the processor has none.
#[cfg(target_arch = "x86_64")]
pub(super) fn into_block<const N: usize>(
    points: &[[f64; N]; LANES],
    block: &mut [Lanes; N],
) -> Option<()> {
    let simd = pulp::x86::V3::try_new()?;
    simd.vectorize(avx::IntoBlock {
        simd,
        points,
        block,
    });
    Some(())
}

/// Writes a block to eight points, with vectors. `None` if the processor has none.
#[cfg(target_arch = "x86_64")]
pub(super) fn into_points<const N: usize>(
    block: &[Lanes; N],
    points: &mut [[f64; N]; LANES],
) -> Option<()> {
    let simd = pulp::x86::V3::try_new()?;
    simd.vectorize(avx::IntoPoints {
        simd,
        block,
        points,
    });
    Some(())
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) fn into_block<const N: usize>(_: &[[f64; N]; LANES], _: &mut [Lanes; N]) -> Option<()> {
    None
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) fn into_points<const N: usize>(_: &[Lanes; N], _: &mut [[f64; N]; LANES]) -> Option<()> {
    None
}

#[cfg(target_arch = "x86_64")]
mod avx {
    use pulp::NullaryFnOnce;
    use pulp::bytemuck::cast;
    use pulp::x86::V3;

    use super::{LANES, Lanes};

    type Tile = [[f64; 4]; 4];

    /// The first lanes of the two tiles that a block of eight points has.
    const HALVES: [usize; 2] = [0, 4];

    #[inline(always)]
    fn transposed(simd: V3, [a, b, c, d]: Tile) -> Tile {
        let avx = simd.avx;
        let (a, b, c, d) = (cast(a), cast(b), cast(c), cast(d));
        let low = [avx._mm256_unpacklo_pd(a, b), avx._mm256_unpacklo_pd(c, d)];
        let high = [avx._mm256_unpackhi_pd(a, b), avx._mm256_unpackhi_pd(c, d)];
        [
            cast(avx._mm256_permute2f128_pd::<0x20>(low[0], low[1])),
            cast(avx._mm256_permute2f128_pd::<0x20>(high[0], high[1])),
            cast(avx._mm256_permute2f128_pd::<0x31>(low[0], low[1])),
            cast(avx._mm256_permute2f128_pd::<0x31>(high[0], high[1])),
        ]
    }

    pub(super) struct IntoBlock<'a, const N: usize> {
        pub(super) simd: V3,
        pub(super) points: &'a [[f64; N]; LANES],
        pub(super) block: &'a mut [Lanes; N],
    }

    impl<const N: usize> NullaryFnOnce for IntoBlock<'_, N> {
        type Output = ();

        #[inline(always)]
        fn call(self) {
            let Self {
                simd,
                points,
                block,
            } = self;
            let (quads, rest) = block.as_chunks_mut::<4>();
            let first = 4 * quads.len();
            for (index, quad) in quads.iter_mut().enumerate() {
                for half in HALVES {
                    let row = |point: usize| points[half + point].as_chunks::<4>().0[index];
                    let columns = transposed(simd, [row(0), row(1), row(2), row(3)]);
                    for (lanes, column) in quad.iter_mut().zip(columns) {
                        lanes.0.as_chunks_mut::<4>().0[half / 4] = column;
                    }
                }
            }
            for (column, lanes) in rest.iter_mut().enumerate() {
                for (lane, point) in points.iter().enumerate() {
                    lanes.0[lane] = point[first + column];
                }
            }
        }
    }

    pub(super) struct IntoPoints<'a, const N: usize> {
        pub(super) simd: V3,
        pub(super) block: &'a [Lanes; N],
        pub(super) points: &'a mut [[f64; N]; LANES],
    }

    impl<const N: usize> NullaryFnOnce for IntoPoints<'_, N> {
        type Output = ();

        #[inline(always)]
        fn call(self) {
            let Self {
                simd,
                block,
                points,
            } = self;
            let (quads, rest) = block.as_chunks::<4>();
            let first = 4 * quads.len();
            for (index, quad) in quads.iter().enumerate() {
                for half in HALVES {
                    let column = |number: usize| quad[number].0.as_chunks::<4>().0[half / 4];
                    let rows = transposed(simd, [column(0), column(1), column(2), column(3)]);
                    for (point, row) in points[half..half + 4].iter_mut().zip(rows) {
                        point.as_chunks_mut::<4>().0[index] = row;
                    }
                }
            }
            for (column, lanes) in rest.iter().enumerate() {
                for (lane, point) in points.iter_mut().enumerate() {
                    point[first + column] = lanes.0[lane];
                }
            }
        }
    }
}
