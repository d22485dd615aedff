import Foundation

/// The search for one change in a series of doses.
///
/// Safe: a split lies between `minimum` and as many before the end, and no count is above that of the series,
/// to which the table goes.
struct ChangeSearch {
  private let taken: UnsafeBufferPointer<Bool>
  private let minimum: Int
  /// k ln k, up to the number of doses.
  private let entropies: UnsafeBufferPointer<Double>
  private let total: Int

  init(
    _ taken: UnsafeBufferPointer<Bool>, minimum: Int, entropies: UnsafeBufferPointer<Double>
  ) {
    self.taken = taken
    self.minimum = minimum
    self.entropies = entropies
    total = taken.reduce(into: 0) { $0 += $1 ? 1 : 0 }
  }

  /// The change with the greatest ratio.
  func change(ratios: UnsafeMutableBufferPointer<Double>) -> ChangePoint {
    if total == 0 || total == taken.count {
      return point(at: minimum, successes: total == 0 ? 0 : minimum)
    }
    let bound = fill(ratios) - tolerance
    var best: ChangePoint?
    var successes = successes(before: minimum)
    for split in minimum...(taken.count - minimum) {
      if ratios[split] >= bound {
        let candidate = point(at: split, successes: successes)
        if candidate.likelihoodRatio > (best?.likelihoodRatio ?? -.infinity) + 1e-12 {
          best = candidate
        }
      }
      successes += taken[split] ? 1 : 0
    }
    return best ?? point(at: minimum, successes: self.successes(before: minimum))
  }

  /// How far a ratio from the table may be from the truth: its terms are as large as n ln n.
  private var tolerance: Double { 1e-9 + 1e-13 * abs(entropies[taken.count]) }

  /// Writes the ratio of each split, by a table of k ln k, and returns the greatest.
  private func fill(_ ratios: UnsafeMutableBufferPointer<Double>) -> Double {
    let whole = entropy(total, of: taken.count)
    var successes = successes(before: minimum)
    var greatest = -Double.infinity
    for split in minimum...(taken.count - minimum) {
      let sides =
        entropy(successes, of: split)
        + entropy(total - successes, of: taken.count - split)
      let ratio = 2 * (sides - whole)
      ratios[split] = ratio
      greatest = ratio > greatest ? ratio : greatest
      successes &+= taken[split] ? 1 : 0
    }
    return greatest
  }

  private func successes(before split: Int) -> Int {
    taken[..<split].reduce(into: 0) { $0 += $1 ? 1 : 0 }
  }

  /// s ln(s/m) + (m − s) ln(1 − s/m) by the table.
  private func entropy(_ successes: Int, of count: Int) -> Double {
    entropies[successes] + entropies[count - successes] - entropies[count]
  }

  /// A split with its ratio as exactly as it can be had.
  private func point(at split: Int, successes: Int) -> ChangePoint {
    let (rest, restCount) = (total - successes, taken.count - split)
    let sides = likelihood(successes, of: split) + likelihood(rest, of: restCount)
    return ChangePoint(
      index: split, likelihoodRatio: 2 * (sides - likelihood(total, of: taken.count)),
      before: Double(successes) / Double(split), after: Double(rest) / Double(restCount))
  }

  private func likelihood(_ successes: Int, of count: Int) -> Double {
    guard successes > 0, successes < count else { return 0 }
    let (successes, count) = (Double(successes), Double(count))
    let share = successes / count
    return successes * log(share) + (count - successes) * log(1 - share)
  }
}
