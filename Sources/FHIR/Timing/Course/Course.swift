import Scheduling

/// A place in a patient's time, and what is known of it.
struct CourseMoment {
  var moment: LocalOrInstant
  /// Whether only the day is known, whose first moment it is.
  var isDate: Bool
  var instant: Instant
  var local: CivilDateTime

  init(_ moment: LocalOrInstant, isDate: Bool, in zone: Zone) {
    (self.moment, self.isDate) = (moment, isDate)
    instant = moment.instant(in: zone)
    local = moment.civil(in: zone)
  }

  init(_ dateTime: FHIRDateTime, in zone: Zone) {
    self.init(dateTime.moment, isDate: dateTime.isDate, in: zone)
  }

  /// The first moment of a day.
  init(_ date: CivilDate, in zone: Zone) {
    self.init(.local(CivilDateTime(date: date)), isDate: true, in: zone)
  }
}

/// From when to when a dosage holds.
struct Course {
  let zone: Zone
  var start: CourseMoment
  /// The first moment after it; `nil` where it goes on.
  var end: CourseMoment?
  /// Whether the time of the start is that of the profile, as none was said.
  var isTimeAssumed = false

  /// The instant of a time on the patient's clock, later by the gap where the clock skips it; of a
  /// day that is skipped whole the moment of the change.
  func instant(_ local: CivilDateTime) -> Instant {
    let first = zone.firstInstant(atOrAfter: local)
    let shown = zone.civil(at: first)
    if shown == local || shown.date != local.date { return first }
    let before = zone.offset(at: first.adding(seconds: -1))
    return Instant(seconds: local.localSeconds - Int64(before))
  }

  /// The instant of a second of a day.
  func instant(_ date: CivilDate, _ second: Int) -> Instant {
    instant(CivilDateTime(date: date).adding(seconds: Int64(second)))
  }

  /// The same with an earlier end; `nil` where that changes nothing, or leaves nothing.
  func cut(at moment: LocalOrInstant) -> Course? {
    let cut = CourseMoment(moment, isDate: false, in: zone)
    guard start.instant < cut.instant, end.map({ cut.instant < $0.instant }) ?? true else {
      return nil
    }
    var course = self
    course.end = cut
    return course
  }

  /// Whether a moment lies in it.
  func contains(_ instant: Instant) -> Bool {
    instant >= start.instant && end.map { instant < $0.instant } ?? true
  }
}
