import Scheduling

/// The ratios of many patients, ascending: a collection in which each ratio is repeated for each patient, in
/// memory proportional to the number of distinct ratios.
///
/// Nothing is rounded or binned: quantiles and means are those of the list of all ratios.
package struct RatioHistogram: Hashable, Sendable {
  /// The distinct ratios, ascending.
  let entries: [Entry]

  /// A ratio, and the number of patients who have it.
  struct Entry: Hashable, Sendable {
    let ratio: Double
    fileprivate(set) var patients: Int
    /// The number of patients with this ratio or a lower one.
    fileprivate(set) var upTo = 0
  }

  /// Creates a histogram from ratios in any order, each of which may be listed several times.
  init(_ counts: [Entry]) {
    var entries = counts
    entries.sort { $0.ratio < $1.ratio }
    var (count, sum) = (0, 0)
    for entry in entries {
      sum += entry.patients
      if count == 0 || entries[count - 1].ratio != entry.ratio {
        entries[count] = entry
        count += 1
      } else {
        entries[count - 1].patients += entry.patients
      }
      entries[count - 1].upTo = sum
    }
    entries.removeLast(entries.count - count)
    self.entries = entries
  }

  /// Creates a histogram from a list in ascending order.
  package init(ofSorted ratios: [Double]) {
    self.init(ratios.map { Entry(ratio: $0, patients: 1) })
  }

  /// The mean of the ratios; `nil` without any.
  ///
  /// Computed as the sum of each distinct ratio times its number of patients, in ascending order, over all
  /// patients: exactly the same for any order of the patients.
  var mean: Double? {
    isEmpty ? nil : entries.reduce(0) { $0 + $1.ratio * Double($1.patients) } / Double(count)
  }

  /// Returns a quantile by linear interpolation; `nil` without any ratio.
  ///
  /// It is type 7 of Hyndman and Fan (1996), the default of R and NumPy.
  func quantile(_ share: Double) -> Double? { quantile(ofSorted: share) }
}

extension RatioHistogram: RandomAccessCollection {
  /// The first index, which is 0.
  package var startIndex: Int { 0 }
  /// The index after the last.
  package var endIndex: Int { entries.last?.upTo ?? 0 }

  /// Returns the ratio at an index in the ascending list of all.
  ///
  /// - Complexity: O(log *d*) for *d* distinct ratios.
  package subscript(position: Int) -> Double {
    precondition(indices.contains(position), "there is no ratio \(position) of \(count)")
    return entries[entries.partitionPoint { $0.upTo <= position }].ratio
  }
}

extension RatioHistogram: CustomStringConvertible {
  /// The distinct ratios with their numbers of patients, as `0.5×2 1.0×7`.
  package var description: String {
    entries.map { "\($0.ratio)×\($0.patients)" }.joined(separator: " ")
  }
}

extension RandomAccessCollection<Double> where Index == Int {
  /// Returns a quantile of ascending numbers, by linear interpolation (type 7); `nil` without any.
  func quantile(ofSorted share: Double) -> Double? {
    guard !isEmpty else { return nil }
    let position = Swift.min(Swift.max(share, 0), 1) * Double(count - 1)
    let lower = startIndex + Int(position)
    let upper = Swift.min(lower + 1, endIndex - 1)
    let part = position - Double(Int(position))
    return part == 0 ? self[lower] : self[lower] + part * (self[upper] - self[lower])
  }
}
