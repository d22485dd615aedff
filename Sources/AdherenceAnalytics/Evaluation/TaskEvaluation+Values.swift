package import Scheduling

extension TaskEvaluation {
  /// The recorded values of each occurrence that has any, in the order of the record.
  ///
  /// They include those of outcomes added to its sum.
  package var recordedValues: [Occurrence: [OutcomeValue]] {
    var values: [Occurrence: [OutcomeValue]] = [:]
    let some: OutcomeTable.Marks = [.number, .boolean, .detailed]
    for (index, row) in outcomes.rows.enumerated() where !row.marks.isDisjoint(with: some) {
      guard let occurrence = occurrences[index] else { continue }
      let own = outcomes[index].values
      if !own.isEmpty { values[occurrence, default: []] += own }
    }
    return values
  }
}
