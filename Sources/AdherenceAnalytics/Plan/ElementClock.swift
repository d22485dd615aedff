import Scheduling

/// The wall clock of some elements of a schedule.
struct ElementClock {
  /// The zone of the clock.
  let zone: Zone
  /// The patient's zone, to which the times in records refer.
  private let patientZone: Zone
  /// Whether the elements are displaced by whole days only.
  let countsDays: Bool
  /// The indices of the elements in the schedule.
  var elements: [Int]

  init(of element: ScheduleElement, at position: Int, in patientZone: Zone, countsDays: Bool) {
    zone = if case .fixed(let own) = element.clockBinding { own } else { patientZone }
    self.patientZone = patientZone
    self.countsDays = countsDays
    elements = [position]
  }

  func isSame(_ other: ElementClock) -> Bool {
    zone == other.zone && countsDays == other.countsDays
  }

  /// Returns the local time of the clock for a time in the record.
  fileprivate func local(_ moment: LocalOrInstant) -> CivilDateTime {
    zone == patientZone
      ? moment.civil(in: zone) : zone.civil(at: moment.instant(in: patientZone))
  }

  fileprivate func instant(_ moment: LocalOrInstant) -> Instant { moment.instant(in: patientZone) }
}

/// A range of a schedule without pauses, and its displacement by earlier pauses.
struct ClockPiece {
  /// The bounds in the schedule's own local time, as planned; `nil` if open.
  var from: CivilDateTime?
  var to: CivilDateTime?
  /// The bounds as instants, for elements that follow no wall clock.
  var begin: Instant?
  var end: Instant?
  /// The displacement of occurrences, in seconds of local time.
  var displacement: Int64 = 0
  /// The displacement in elapsed seconds.
  var delay: Int64 = 0
}

extension ElementClock {
  /// Returns the non-empty ranges of a version between the pauses of its clock.
  func pieces(of version: VersionInForce<CareTask>, _ pauses: [Pause]) -> [ClockPiece] {
    let marks = self.marks(of: pauses)
    let own = (version.from.map { marks.own(local($0)) }, version.to.map { marks.own(local($0)) })
    let bounds = (version.from.map(instant), version.to.map(instant))
    return marks.indices.map { index in
      let next = index + 1 < marks.count ? marks[index + 1] : nil
      return ClockPiece(
        from: latest(own.0, marks[index].own), to: earliest(own.1, next?.own),
        begin: latest(bounds.0, marks[index].end), end: earliest(bounds.1, next?.begin),
        displacement: marks[index].displacement, delay: marks[index].delay)
    }.filter { !$0.isEmpty }
  }

  /// Returns the pauses in the clock's local time, after a mark at the start of time.
  private func marks(of pauses: [Pause]) -> [PauseMark] {
    var marks = [PauseMark()]
    for pause in pauses {
      guard let to = pause.to, let last = marks.last else { break }
      let from = local(pause.from)
      let length = max(0, local(to).localSeconds - from.localSeconds)
      let before = from.adding(seconds: -last.displacement)
      marks.append(
        PauseMark(
          from: from, own: last.own.map { max($0, before) } ?? before,
          begin: instant(pause.from), end: instant(to),
          displacement: last.displacement + (countsDays ? length.roundedUpToDays : length),
          delay: last.delay + (instant(to) - instant(pause.from))))
    }
    return marks
  }
}

extension ClockPiece {
  fileprivate var isEmpty: Bool {
    let isLocallyEmpty = if let from, let to { to <= from } else { false }
    let isShort = if let begin, let end { end <= begin } else { false }
    return isLocallyEmpty && isShort
  }
}

/// A pause with the accumulated displacement.
private struct PauseMark {
  /// The start of the pause; `nil` at the start of time.
  var from: CivilDateTime?
  /// The schedule's own time during the pause.
  var own: CivilDateTime?
  var begin: Instant?
  var end: Instant?
  /// The displacement of the schedule after the pause.
  var displacement: Int64 = 0
  var delay: Int64 = 0
}

extension [PauseMark] {
  /// Returns the schedule's own time at a local time of the wall clock.
  fileprivate func own(_ local: CivilDateTime) -> CivilDateTime {
    guard let mark = last(where: { $0.from.map { $0 <= local } ?? true }) else { return local }
    let moved = local.adding(seconds: -mark.displacement)
    return mark.own.map { Swift.max($0, moved) } ?? moved
  }
}

private func latest<Time: Comparable>(_ a: Time?, _ b: Time?) -> Time? {
  guard let a, let b else { return a ?? b }
  return max(a, b)
}

private func earliest<Time: Comparable>(_ a: Time?, _ b: Time?) -> Time? {
  guard let a, let b else { return a ?? b }
  return min(a, b)
}
