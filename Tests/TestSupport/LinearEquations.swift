/// Linear equations with integer coefficients that can decide which sums they determine.
///
/// Computes modulo a prime, without rounding.
package struct LinearEquations {
  private static let prime: Int = 2_147_483_629
  private let count: Int
  /// The rows in echelon form, by the index of the leading coefficient, which is 1.
  private var rows: [Int: [Int]] = [:]

  /// Creates an empty system of equations.
  package init(unknowns count: Int) { self.count = count }

  /// Adds the equation that a sum of unknowns is known.
  package mutating func know(_ terms: [Int: Int]) {
    let row = reduced(terms)
    guard let first = row.firstIndex(where: { $0 != 0 }) else { return }
    let scale = LinearEquations.inverse(of: row[first])
    rows[first] = row.map { $0 * scale % LinearEquations.prime }
  }

  /// Returns whether the equations determine a sum of unknowns.
  package func determine(_ terms: [Int: Int]) -> Bool { reduced(terms).allSatisfy { $0 == 0 } }

  private func reduced(_ terms: [Int: Int]) -> [Int] {
    let prime = LinearEquations.prime
    var row = [Int](repeating: 0, count: count)
    for (place, factor) in terms { row[place] = (factor % prime + prime) % prime }
    for place in 0..<count where row[place] != 0 {
      guard let other = rows[place] else { continue }
      let factor = prime - row[place]
      for next in place..<count where other[next] != 0 {
        row[next] = (row[next] + factor * other[next]) % prime
      }
    }
    return row
  }

  private static func inverse(of number: Int) -> Int {
    var (result, base, power) = (1, number, prime - 2)
    while power > 0 {
      if power & 1 == 1 { result = result * base % prime }
      base = base * base % prime
      power >>= 1
    }
    return result
  }
}
