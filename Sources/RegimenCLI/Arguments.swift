public import AdherenceAnalytics
public import AdherenceStatistics
public import ArgumentParser
import Charts
public import Interchange
public import Logging
public import Reporting
import ScheduleFormats
public import Scheduling

// Option values, parsed as in the library.
extension LosslessStringConvertible where Self: ExpressibleByArgument {
  /// Parses an argument.
  public init?(argument: String) { self.init(argument) }
}
extension CivilDate: ExpressibleByArgument {}
extension CivilTime: ExpressibleByArgument {}
extension Instant: ExpressibleByArgument {}
extension LocalOrInstant: ExpressibleByArgument {}
extension Zone: ExpressibleByArgument {
  /// Parses an argument.
  public init?(argument: String) { self.init(argument) }
  /// The default value shown in help.
  public var defaultValueDescription: String { id }
}
extension Weekday: ExpressibleByArgument {
  /// Parses an argument.
  public init?(argument: String) { self.init(argument) }
  /// The values listed in help.
  public static var allValueStrings: [String] { allCases.map(\.description) }
  /// No descriptions, because the values are self-explanatory.
  public static var allValueDescriptions: [String: String] { [:] }
  /// The default value shown in help.
  public var defaultValueDescription: String { description }
}
extension CalendarPeriod: ExpressibleByArgument {}
extension MomentFormat: ExpressibleByArgument {}
extension Matching: ExpressibleByArgument {}
extension UnitConversion: ExpressibleByArgument {}
extension TableDelimiter: ExpressibleByArgument {}
extension DuplicateRows: ExpressibleByArgument {}
extension TableLayout: ExpressibleByArgument {}
extension ZeroMeaning: ExpressibleByArgument {}
extension DecimalMark: ExpressibleByArgument {}
extension StatusWords: ExpressibleByArgument {}
extension ShortDuration: ExpressibleByArgument {}
extension Scoring: ExpressibleByArgument {}
extension Denominator: ExpressibleByArgument {}
extension Numerator: ExpressibleByArgument {}
extension RestartRule: ExpressibleByArgument {}
extension Breakdown: ExpressibleByArgument {}
extension RollingWindow: ExpressibleByArgument {}
extension TableFormat: ExpressibleByArgument {}
extension ListFormat: ExpressibleByArgument {}
extension ReportTable: ExpressibleByArgument {}
extension DueState: ExpressibleByArgument {}
extension Partition: ExpressibleByArgument {}
extension CohortGrouping: ExpressibleByArgument {}

extension Logger.Level: @retroactive ExpressibleByArgument {}

extension PatientPages: ExpressibleByArgument {}
extension PageData: ExpressibleByArgument {}

extension ChartKind: ExpressibleByArgument {}

extension ChartFormat: ExpressibleByArgument {}
extension ChartTheme: ExpressibleByArgument {}

extension ReportFormat: ExpressibleByArgument {
  /// The values listed in help.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}

extension Share: ExpressibleByArgument {
  /// The default value shown in help.
  public var defaultValueDescription: String { description }
}
