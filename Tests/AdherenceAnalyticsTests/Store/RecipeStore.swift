import AdherenceAnalytics
import Scheduling

/// A store made as the article on stores tells, with its files in memory.
actor RecipeStore: CareStore {
  private var files: [String: CareRecord] = [:]

  func records(matching query: CareQuery) -> MatchingRecords<[CareRecord]> {
    MatchingRecords(query, from: files.values.sorted { $0.patient.id < $1.patient.id })
  }

  func apply(_ changes: [CareChange]) throws {
    var histories: [String: CareHistory] = [:]
    for change in changes {
      let known = histories[change.patient] ?? CareHistory(files[change.patient])
      histories[change.patient] = known
      try histories[change.patient]?.apply(change)
    }
    for (patient, history) in histories { files[patient] = history.record }
  }
}
