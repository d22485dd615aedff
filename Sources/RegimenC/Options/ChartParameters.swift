import Charts
import Diagnostics
import Reporting
import Scheduling

/// The options of a chart.
struct ChartParameters: Sendable {
  /// The chart's name; `nil` if none was given.
  var name: String?
  var patient: String?
  var task: String?
  var values = SummedValues()
  /// The earlier period of a comparison.
  var earlier = Earlier()
  var hasPanels = false
  var look = Look()
  var format = ChartFormat.vegaLite
  var dataURL: String?

  struct Earlier: Sendable {
    var from: CivilDate?
    var to: CivilDate?
  }

  struct Look: Sendable {
    var theme: ChartTheme?
    var width: Double?
    var height: Double?

    var isChosen: Bool { theme != nil || width != nil || height != nil }
  }

  /// Parses the options of a chart.
  ///
  /// Safe: the text is read here and not kept.
  ///
  /// - Throws: `InputError` that names the invalid option.
  init(_ text: UnsafePointer<CChar>?) throws(InputError) {
    try Option.read(text, Option<ChartParameters>.all, into: &self)
    if look.isChosen, !format.hasLook {
      let forms = ChartFormat.allCases.filter(\.hasLook).map(\.rawValue)
      throw InputError(
        .notOneOf(text: "\(format.rawValue) with a theme or size", allowed: forms),
        parameter: "format")
    }
  }
}

extension ChartParameters {
  /// Returns the chart kind with the given name.
  ///
  /// - Throws: `InputError` if the name is missing or unknown.
  func kind<Kind: RawRepresentable & CaseIterable>() throws(InputError) -> Kind
  where Kind.RawValue == String {
    guard let name else { throw InputError(.missing, parameter: "chart") }
    if let kind = Kind(rawValue: name) { return kind }
    throw InputError(
      .notOneOf(text: name, allowed: Kind.allCases.map(\.rawValue)), parameter: "chart")
  }

  /// Returns the selected chart of a cohort.
  ///
  /// - Throws: `InputError` if the chart is unknown or the earlier period is empty.
  func selection(comparedWith days: Range<CivilDate>) throws(InputError) -> ChartSelection {
    let kind: ChartKind = try kind()
    var selection = ChartSelection(kind: kind, patient: patient, task: task, values: values)
    selection.hasPanels = hasPanels
    if kind.descriptor.comparesDays {
      selection.earlierDays = try ChartSelection.earlierDays(
        from: earlier.from, to: earlier.to, before: days)
    }
    return selection
  }

  /// The writer of the chosen format.
  var writer: ChartWriter {
    ChartWriter(
      format: format, dataURL: dataURL,
      look: ChartLook(theme: look.theme ?? .light, width: look.width, height: look.height))
  }
}

extension Option<ChartParameters> {
  fileprivate static let all: [Option<ChartParameters>] = [
    Option("chart", .text, \.name),
    Option("patient", .text, \.patient),
    Option("task", .text, \.task),
    Option("valueKind", .text, \.values.kind),
    Option("valueUnits", .text, \.values.units),
    Option("compareFrom", .text(.date), \.earlier.from),
    Option("compareTo", .text(.date), \.earlier.to),
    Option("facet", .flag, \.hasPanels),
    Option("theme", .choice, \.look.theme),
    Option("width", .size, \.look.width),
    Option("height", .size, \.look.height),
    Option("format", .choice, \.format),
    Option("dataURL", .text, \.dataURL),
  ]
}

extension OptionReading<Double> {
  fileprivate static let size = number(ChartLook.sizes, "be 120 to 10000 pixels")
}
