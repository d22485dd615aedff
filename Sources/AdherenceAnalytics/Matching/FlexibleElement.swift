import Scheduling

/// An element without occurrences, a quota or something used as needed, and the days on which it holds.
///
/// Its bounds are days, whatever their time: the day of the start belongs to it, that of the end does
/// not. So the parts of a plan that is cut anywhere share no day and lose none.
struct FlexibleElement {
  let element: ScheduleElement
  /// The day from which its periods are counted.
  let anchor: CivilDate
  /// The days on which it holds.
  let days: DaySpans
  /// The zone of its local times.
  let zone: Zone

  /// Creates the element with its days.
  ///
  /// - Parameters:
  ///   - element: An element that has no occurrences.
  ///   - exclusions: What the schedule leaves out; whole days count.
  ///   - displacement: The seconds of local time by which holds have moved the schedule.
  ///   - patientZone: The zone of floating times.
  init(
    _ element: ScheduleElement, excluding exclusions: [Schedule.Exclusion] = [],
    displacement: Int64 = 0, in patientZone: Zone
  ) {
    let zone = if case .fixed(let own) = element.frame { own } else { patientZone }
    let shift = Int(displacement / 86_400)
    func day(_ moment: Moment) -> CivilDate {
      moment.civil(in: zone).date.adding(days: shift)
    }
    self.element = element
    self.zone = zone
    anchor = day(element.start)
    let first = max(anchor, element.begin.map(day) ?? anchor)
    var days = DaySpans(first..<max(first, element.end.map(day) ?? .last))
    for exclusion in exclusions where exclusion.element.map({ $0 == element.id }) ?? true {
      let from = day(.local(exclusion.from))
      days.subtract(from..<max(from, exclusion.to.map { day(.local($0)) } ?? .last))
    }
    self.days = days
  }
}
