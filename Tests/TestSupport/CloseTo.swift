package import AdherenceStatistics

/// Returns whether two numbers differ by at most a relative tolerance.
package func isClose(_ a: Double?, _ b: Double?, within tolerance: Double = 1e-9) -> Bool {
  guard let a, let b else { return a == nil && b == nil }
  return abs(a - b) <= tolerance * max(abs(a), abs(b)) || abs(a - b) <= tolerance * 1e-3
}

/// Returns whether an estimate is close to the expected number, or both are missing.
package func isClose(_ a: Estimate<Double>, _ b: Double?, within tolerance: Double = 1e-9) -> Bool {
  isClose(a.value, b, within: tolerance)
}
