import ArgumentParser
import Reporting
import Scheduling

/// The measured days of each patient.
struct RefillWindowOptions: ParsableArguments {
  @Option(help: .option("start", of: .refills))
  var from: CivilDate?
  @Option(help: .option("end", of: .refills))
  var to: CivilDate?
  @Option(help: .option("window-start", of: .refills))
  var windowStart: Int?
  @Option(help: .option("observe", of: .refills))
  var observe: DayCount?
  @Option(help: .option("follow-up-days", of: .refills))
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
