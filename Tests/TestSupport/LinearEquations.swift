/// Linear equations with whole coefficients, of which it can be told what they determine.
///
/// Numbers are those modulo a prime, so that nothing is rounded.
package struct LinearEquations {
  private static let prime: Int = 2_147_483_629
  private let count: Int
  /// In echelon form, by the place of the first coefficient, which is 1.
  private var rows: [Int: [Int]] = [:]

  /// Creates no equations of so many unknowns.
  package init(unknowns count: Int) { self.count = count }

  /// Adds that a sum of unknowns is known.
  package mutating func know(_ terms: [Int: Int]) {
    let row = reduced(terms)
    guard let first = row.firstIndex(where: { $0 != 0 }) else { return }
    let scale = LinearEquations.inverse(of: row[first])
    rows[first] = row.map { $0 * scale % LinearEquations.prime }
  }

  /// Whether a sum of unknowns follows from the equations.
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
