import Scheduling

/// The wall clock that some elements of a schedule follow.
struct ElementClock {
  /// The zone of the clock.
  let zone: Zone
  /// The zone in which the times of records are meant.
  private let patientZone: Zone
  /// Whether the elements move by whole days alone.
  let countsDays: Bool
  /// The positions of the elements in the schedule.
  var elements: [Int]

  init(of element: ScheduleElement, at position: Int, in patientZone: Zone, countsDays: Bool) {
    zone = if case .fixed(let own) = element.frame { own } else { patientZone }
    self.patientZone = patientZone
    self.countsDays = countsDays
    elements = [position]
  }

  func isSame(_ other: ElementClock) -> Bool {
    zone == other.zone && countsDays == other.countsDays
  }

  /// What the clock shows at a moment of the record.
  fileprivate func local(_ moment: Moment) -> CivilDateTime {
    zone == patientZone
      ? moment.civil(in: zone) : zone.civil(at: moment.instant(in: patientZone))
  }

  fileprivate func instant(_ moment: Moment) -> Instant { moment.instant(in: patientZone) }
}

/// A stretch of a schedule without pauses, and how far the pauses before have moved it.
struct ClockPiece {
  /// The schedule's own times of the stretch, as planned; `nil` where it is not bounded.
  var from: CivilDateTime?
  var to: CivilDateTime?
  /// The stretch itself, which bounds what follows no wall clock.
  var begin: Instant?
  var end: Instant?
  /// The seconds of local time by which occurrences have moved.
  var displacement: Int64 = 0
  /// The seconds that have elapsed meanwhile.
  var delay: Int64 = 0
}

extension ElementClock {
  /// The stretches of a version between the pauses of its clock; those in which there is something.
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

  /// The pauses as the clock sees them, after the beginning of time.
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

/// A pause with all that came before it.
private struct PauseMark {
  /// When the clock stops; `nil` at the beginning of time.
  var from: CivilDateTime?
  /// The schedule's own time at which it stands meanwhile.
  var own: CivilDateTime?
  var begin: Instant?
  var end: Instant?
  /// How far the schedule has moved after the pause.
  var displacement: Int64 = 0
  var delay: Int64 = 0
}

extension [PauseMark] {
  /// The schedule's own time when the wall clock shows a local time.
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
