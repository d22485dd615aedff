/// The meaning of a chart element; renderers use the same colour for it in all charts.
public enum ChartRole: String, CaseIterable, Hashable, Sendable, Codable {
  /// The main subject of the chart.
  case primary
  /// A comparison with the main subject.
  case secondary
  /// Due, in the background of done.
  case due
  /// An interval of a value.
  case interval
  /// A wider interval around another.
  case outerInterval
  case done
  /// Done too early.
  case early
  /// Done late.
  case late
  /// Partially done.
  case partial
  case missed
  /// Skipped or refused.
  case declined
  /// On hold.
  case onHold
  case pending
  /// Recorded without a planned occurrence.
  case unscheduled
  case nothingDue
  /// A signal: an alarm, an exceeded limit, an end of treatment.
  case signal
  /// A reference, such as a threshold or a clock change.
  case reference
  /// One of several equivalent items, such as groups or tasks.
  case first, second, third, fourth, fifth, sixth, seventh, eighth

  /// Returns the role of one of several equivalent items by its index; the roles repeat after the
  /// eighth.
  package static func nth(_ place: Int) -> ChartRole { equals[place % equals.count] }

  private static let equals: [ChartRole] = [
    .first, .second, .third, .fourth, .fifth, .sixth, .seventh, .eighth,
  ]

  /// Whether it only distinguishes equivalent items.
  var isOneOfSeveral: Bool { ChartRole.equals.contains(self) }
}
