import ArgumentParser
import Reporting
import Scheduling

/// The days of each patient that are measured.
struct RefillWindowOptions: ParsableArguments {
  @Option(help: "The first day measured, the same for all. (default: each patient's first fill)")
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
      The length of the observation window, as 365d, whatever the data's last day. (default: to the last fill in \
      the data)
      """)
  var observe: DayCount?
  @Option(
    help: """
      For how many days after a patient's first fill fills are looked at. (default: as far as the observation \
      reaches, with --observe 730 at least; with --from, from the first fill of all)
      """)
  var followUpDays: Int?

  /// The days that the options say.
  var days: RefillDays {
    var days = RefillDays()
    (days.from, days.to) = (from, to)
    (days.windowStart, days.observe, days.followUpDays) = (windowStart, observe, followUpDays)
    return days
  }
}

extension DayCount: ExpressibleByArgument {}
