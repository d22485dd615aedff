package import AdherenceAnalytics
import Scheduling

extension Outcome {
  /// The single value of the outcome if it is a finite number.
  package var onlyNumber: OutcomeValue? {
    guard values.count == 1, case .number(let number) = values[0].content, number.isFinite else {
      return nil
    }
    return values[0]
  }
}
