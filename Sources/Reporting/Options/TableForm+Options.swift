import Interchange
import Scheduling

extension OptionBinding<TableForm> {
  /// The options that tables of events and claims share.
  static let all: [OptionBinding] = [
    OptionBinding(
      "time-format", .text("be auto, dmy, mdy, excel, seconds, milliseconds or a pattern"), \.times,
      initial: "auto"
    )
    .means(
      "The format of dates and times: auto, dmy, mdy, seconds or milliseconds since 1970, excel, "
        + "or a pattern such as %d.%m.%Y %H:%M."),
    OptionBinding("decimal", OptionParser<DecimalMark>.choice) { $0.hasDecimalComma = $1 == .comma }
      .means("The decimal mark.", otherwise: "detected"),
  ]
}

extension TableForm {
  static let meaningOfEndCause =
    "The column of why observation ended: death, withdrawal, switch, completed, deviceReturned, "
    + "dataEnd, or any other cause."
}

/// A length of time of at most a day, such as `15m`, `2h`, `0` or `PT15M`.
package struct ShortDuration: LosslessStringConvertible, Hashable, Sendable {
  /// The length in seconds.
  package let seconds: Int

  /// Parses a number with a unit, or an ISO 8601 duration without days.
  package init?(_ text: String) {
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600]
    if let period = ISODuration(text), !period.isCivil {
      seconds = period.seconds
    } else if text == "0" {
      seconds = 0
    } else if let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()) {
      seconds = number.multipliedReportingOverflow(by: unit).partialValue
    } else {
      return nil
    }
    if !(0...86_400 ~= seconds) { return nil }
  }

  /// The length in seconds, such as `900s`.
  package var description: String { "\(seconds)s" }
}

extension OptionParser<ShortDuration> {
  static let duration = text("be a length of time up to 24h, as in 15m", as: .duration)
}
