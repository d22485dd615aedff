import ArgumentParser
import Reporting
import Scheduling

/// The measured days of each patient.
struct RefillWindowOptions: ParsableArguments {
  @Option(help: "The start date, the same for all. (default: each patient's first fill)")
  var from: CivilDate?
  @Option(
    help: """
      The end date (exclusive), the same for all. (default: the day after the last fill in the data, which is the \
      last day observed)
      """)
  var to: CivilDate?
  @Option(
    help: """
      The offset of the observation window, in days after a patient's first fill. (default: 0)
      """)
  var windowStart: Int?
  @Option(
    help: """
      The length of the observation window, as 365d, even beyond the data. (default: to the last fill in \
      the data)
      """)
  var observe: DayCount?
  @Option(
    help: """
      The number of days after a patient's first fill in which fills are considered. (default: the end of the \
      observation, at least 730 with --observe; with --from, from the first fill of all)
      """)
  var followUpDays: Int?

  /// The range given by the options.
  var days: RefillDays {
    var days = RefillDays()
    (days.from, days.to) = (from, to)
    (days.windowStart, days.observe, days.followUpDays) = (windowStart, observe, followUpDays)
    return days
  }
}

extension DayCount: ExpressibleByArgument {}
