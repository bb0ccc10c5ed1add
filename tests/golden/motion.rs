#[jacobian(wrt(self.velocity, angle), dim(self.velocity = Vector2<f64>))]
pub fn turned(&self, angle: f64) -> Motion {
    let turn = Matrix2::new(angle.cos(), -angle.sin(), angle.sin(), angle.cos());
    Motion {
        velocity: turn * self.velocity,
        energy: self.mass * self.velocity.norm_squared(),
    }
}
