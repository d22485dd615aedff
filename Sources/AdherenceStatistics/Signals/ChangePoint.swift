import Foundation

/// The most likely single change in the probability of taking a dose.
///
/// Of all positions *k* with at least `minimum` occurrences on both sides it is the one with the
/// greatest likelihood ratio 2 (ℓ(before) + ℓ(after) − ℓ(all)), where ℓ = s ln(s/m) + (m − s) ln(1
/// − s/m) for s taken of m; of equal ones, within 10⁻¹², the first. A series without any change has
/// a ratio of 0.
///
/// Reference: D. V. Hinkley and E. A. Hinkley, Biometrika 57 (1970) 477–488.
package struct ChangePoint: Hashable, Sendable {
  /// The position of the first occurrence after the change.
  package var index: Int
  /// Twice the difference of the log-likelihoods with and without the change.
  package var likelihoodRatio: Double
  /// The share taken before the change.
  package var before: Double
  /// The share taken after it.
  package var after: Double

  /// Finds the most likely change.
  ///
  /// Safe: the table of entropies and the ratios were made as long as the series.
  ///
  /// - Parameters:
  ///   - taken: Whether each occurrence that can be judged was taken, in order.
  ///   - minimum: The fewest occurrences on each side, at least 1.
  ///   - scratch: The worker's memory.
  /// - Returns: The change; missing where a side would be too short.
  /// - Complexity: O(*n*).
  package static func find(
    in taken: [Bool], minimum: Int = 7, scratch: SignalScratch
  ) -> Estimate<ChangePoint> {
    precondition(minimum > 0, "a segment of \(minimum) occurrences")
    guard taken.count >= 2 * minimum else { return .missing(.tooFew) }
    scratch.needEntropies(to: taken.count)
    SignalScratch.lengthen(&scratch.numbers, to: taken.count, with: 0)
    return taken.withUnsafeBufferPointer { taken in
      scratch.entropies.withUnsafeBufferPointer { entropies in
        scratch.numbers.withUnsafeMutableBufferPointer { ratios in
          let search = ChangeSearch(taken, minimum: minimum, entropies: entropies)
          return .value(search.change(ratios: ratios))
        }
      }
    }
  }
}
