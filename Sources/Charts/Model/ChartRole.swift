/// What something in a chart means; renderers give each meaning one colour in all charts.
public enum ChartRole: String, CaseIterable, Hashable, Sendable, Codable {
  /// The one thing that the chart is about.
  case primary
  /// What it is compared with.
  case secondary
  /// What was due, behind what was done.
  case due
  /// Between which limits a value may lie.
  case interval
  /// A wider interval around another.
  case outerInterval
  /// Done.
  case done
  /// Done, but too early.
  case early
  /// Done, but late.
  case late
  /// Done in part.
  case partial
  /// Not done.
  case missed
  /// Skipped or refused.
  case declined
  /// In a hold.
  case onHold
  /// Not over yet.
  case pending
  /// Recorded, and belonging to nothing that was planned.
  case unscheduled
  /// Nothing was due.
  case nothingDue
  /// Something that asks for attention: an alarm, a limit that was passed, an end of treatment.
  case signal
  /// Something to hold others against, such as a threshold or a change of the clocks.
  case reference
  /// One of several equal things, such as groups or tasks.
  case first, second, third, fourth, fifth, sixth, seventh, eighth

  /// The role of one of several equal things by its place; after the eighth they begin again.
  package static func nth(_ place: Int) -> ChartRole { equals[place % equals.count] }

  private static let equals: [ChartRole] = [
    .first, .second, .third, .fourth, .fifth, .sixth, .seventh, .eighth,
  ]

  /// Whether it tells equal things apart, and nothing more.
  var isOneOfSeveral: Bool { ChartRole.equals.contains(self) }
}
