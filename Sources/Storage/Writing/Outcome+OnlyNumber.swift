package import AdherenceAnalytics
import Scheduling

extension Outcome {
  /// The one value that it has, where that is a number as rows can have it.
  package var onlyNumber: OutcomeValue? {
    guard values.count == 1, case .number(let number) = values[0].content, number.isFinite else {
      return nil
    }
    return values[0]
  }
}
