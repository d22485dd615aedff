import Scheduling

extension CareRecord {
  /// The positions of the outcomes whose key names an occurrence that no plan of the record has.
  ///
  /// They stay in the record and are reported as unscheduled; a reader of data can tell where they
  /// came from.
  public var orphans: [Int] {
    var plans: [String: TaskPlan] = [:]
    return outcomes.indices.filter { index in
      guard let key = outcomes[index].key else { return false }
      let id = outcomes[index].task
      if plans[id] == nil { plans[id] = plan(of: id) }
      return plans[id]?.takes(key) != true
    }
  }
}
