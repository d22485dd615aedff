import Scheduling

/// A bound of a dosage's course and its precision.
struct CourseMoment {
  var moment: LocalOrInstant
  /// Whether only the date is known; the moment is then its first.
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

  /// Creates the start of a date.
  init(_ date: CivilDate, in zone: Zone) {
    self.init(.local(CivilDateTime(date: date)), isDate: true, in: zone)
  }
}

/// The period in which a dosage applies.
struct Course {
  let zone: Zone
  var start: CourseMoment
  /// The end (exclusive); `nil` if open.
  var end: CourseMoment?
  /// Whether the start time was taken from the profile because none was given.
  var isTimeAssumed = false

  /// Returns the instant of a local time.
  ///
  /// Within a gap it is shifted forward by the gap; on a date that is skipped entirely it is the
  /// transition.
  func instant(_ local: CivilDateTime) -> Instant {
    let first = zone.firstInstant(atOrAfter: local)
    let shown = zone.civil(at: first)
    if shown == local || shown.date != local.date { return first }
    let before = zone.offset(at: first.adding(seconds: -1))
    return Instant(seconds: local.localSeconds - Int64(before))
  }

  /// Returns the instant of a second of a date.
  func instant(_ date: CivilDate, _ second: Int) -> Instant {
    instant(CivilDateTime(date: date).adding(seconds: Int64(second)))
  }

  /// Returns the course with an earlier end; `nil` if that changes nothing or leaves nothing.
  func cut(at moment: LocalOrInstant) -> Course? {
    let cut = CourseMoment(moment, isDate: false, in: zone)
    guard start.instant < cut.instant, end.map({ cut.instant < $0.instant }) ?? true else {
      return nil
    }
    var course = self
    course.end = cut
    return course
  }

  /// Returns whether an instant lies in the course.
  func contains(_ instant: Instant) -> Bool {
    instant >= start.instant && end.map { instant < $0.instant } ?? true
  }
}
