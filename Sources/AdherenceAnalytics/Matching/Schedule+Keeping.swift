import Scheduling

extension Schedule {
  /// Keeps what is planned for a stretch of local time, additions and moved occurrences included.
  ///
  /// Unlike bounds, which compare with starts, it tells by nominal times, so that two schedules that
  /// meet at a local time neither share an occurrence nor lose one, whatever clocks do there.
  func keeping(from: CivilDateTime?, to: CivilDateTime?) -> Schedule {
    var schedule = self
    if let from, from > .first {
      schedule.exclusions.append(Exclusion(from: .first, to: from))
      schedule.overrides = schedule.overrides.filter { $0.key.nominal >= from }
    }
    if let to {
      schedule.exclusions.append(Exclusion(from: to, to: nil))
      schedule.overrides = schedule.overrides.filter { $0.key.nominal < to }
    }
    return schedule
  }
}
