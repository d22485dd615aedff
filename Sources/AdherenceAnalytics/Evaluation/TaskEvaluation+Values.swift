package import Scheduling

extension TaskEvaluation {
  /// The values that were recorded for each occurrence that has any, in the order of the record.
  ///
  /// They are those of the outcome, and of what joined its sum.
  package var recordedValues: [Occurrence: [OutcomeValue]] {
    var values: [Occurrence: [OutcomeValue]] = [:]
    let some: OutcomeTable.Marks = [.number, .boolean, .detailed]
    for (place, row) in outcomes.rows.enumerated() where !row.marks.isDisjoint(with: some) {
      guard let occurrence = occurrences[place] else { continue }
      let own = outcomes[place].values
      if !own.isEmpty { values[occurrence, default: []] += own }
    }
    return values
  }
}
