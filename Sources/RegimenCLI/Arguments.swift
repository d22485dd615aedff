public import AdherenceAnalytics
public import ArgumentParser
public import Reporting
public import Scheduling

// The values of options read as the library reads them.
extension CivilDate: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
extension CivilTime: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
extension Instant: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
extension Moment: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
extension Zone: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
  public var defaultValueDescription: String { id }
}
extension Weekday: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
  public static var allValueStrings: [String] { allCases.map(\.description) }
  public static var allValueDescriptions: [String: String] { [:] }
}
extension CalendarPeriod: ExpressibleByArgument {}
extension Scoring: ExpressibleByArgument {}
extension Denominator: ExpressibleByArgument {}
extension Numerator: ExpressibleByArgument {}
extension Breakdown: ExpressibleByArgument {}
extension RollingWindow: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
extension TableFormat: ExpressibleByArgument {}
