package import Arrow
import Scheduling

/// The options of an expansion.
package struct ExpansionParameters: OptionTarget {
  package var defaults = ScheduleTable.Defaults()
  package var overlap = false
  package var limit: Int?

  /// Creates the defaults.
  package init() {}

  package static var options: [OptionBinding<Self>] { OptionBinding.all }
}

extension OptionBinding<ExpansionParameters> {
  /// The options of expansions.
  package static let all: [OptionBinding] = [
    OptionBinding("schedule", .plan, \.defaults.schedule)
      .means("The schedule of rows without one."),
    OptionBinding("plan-start", .date, \.defaults.planStart)
      .means(
        "The start date of a plan without one.",
        otherwise: "for words and rules the start of the range"),
    OptionBinding("zone", .zone, \.defaults.zone)
      .means("The time zone of floating times.", otherwise: "UTC, or that of a calendar"),
    OptionBinding("start", .localOrInstant, \.defaults.from)
      .means("The start of the range, local or with Z."),
    OptionBinding("end", .localOrInstant, \.defaults.to)
      .means("The end of the range (exclusive)."),
    OptionBinding("overlap", .flag, \.overlap)
      .means("Include occurrences in progress at the start of the range."),
    OptionBinding("limit", .whole(0..., "be 0 or more"), \.limit)
      .means("The maximum number of occurrences to list."),
  ]
}
