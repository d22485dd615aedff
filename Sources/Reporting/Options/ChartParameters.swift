import Charts
package import Diagnostics
package import Scheduling

/// The options of a chart.
package struct ChartParameters: OptionTarget {
  /// The chart's name; `nil` if none was given.
  package var name: String?
  package var patient: String?
  var task: String?
  var values = SummedValues()
  /// The earlier period of a comparison.
  var earlierStart: CivilDate?
  var earlierEnd: CivilDate?
  var hasPanels = false
  var theme: ChartTheme?
  var width: Double?
  var height: Double?
  var scale: Double?
  var format = ChartFormat.vegaLite
  var dataURL: String?

  /// Creates the defaults.
  package init() {}

  package static var options: [OptionBinding<Self>] { OptionBinding.all }
}

extension ChartParameters {
  /// Throws if a look is given for a format without one, or a scale for other formats than PNG.
  package func check() throws(InputError) {
    if scale != nil, format != .png {
      throw InputError(
        .notOneOf(text: "\(format.rawValue) with a scale", allowed: [ChartFormat.png.rawValue]),
        parameter: "format")
    }
    if theme == nil, width == nil, height == nil { return }
    if format.hasLook { return }
    let forms = ChartFormat.allCases.filter(\.hasLook).map(\.rawValue)
    throw InputError(
      .notOneOf(text: "\(format.rawValue) with a theme or size", allowed: forms),
      parameter: "format")
  }

  /// Returns the chart kind with the given name.
  ///
  /// - Throws: `InputError` if the name is missing or unknown.
  package func kind<Kind: RawRepresentable & CaseIterable>() throws(InputError) -> Kind
  where Kind.RawValue == String {
    guard let name else { throw InputError(.missing, parameter: "chart") }
    if let kind = Kind(rawValue: name) { return kind }
    throw InputError(
      .notOneOf(text: name, allowed: Kind.allCases.map(\.rawValue)), parameter: "chart")
  }

  /// Returns the selected chart of a cohort.
  ///
  /// - Throws: `InputError` if the chart is unknown or the earlier period is empty.
  package func selection(comparedWith days: Range<CivilDate>) throws(InputError) -> ChartSelection {
    let kind: ChartKind = try kind()
    var selection = ChartSelection(kind: kind, patient: patient, task: task, values: values)
    selection.hasPanels = hasPanels
    if kind.descriptor.comparesDays {
      selection.earlierDays = try ChartSelection.earlierDays(
        from: earlierStart, to: earlierEnd, before: days)
    }
    return selection
  }

  /// The writer of the chosen format.
  package var writer: ChartWriter {
    ChartWriter(
      format: format, dataURL: dataURL,
      look: ChartLook(theme: theme ?? .light, width: width, height: height, scale: scale ?? 1))
  }
}

extension OptionBinding<ChartParameters> {
  /// The options of charts.
  package static let all = contents + look

  private static let contents: [OptionBinding] = [
    OptionBinding("chart", .text, \.name)
      .means("The kind of chart."),
    OptionBinding("chart-patient", .text, \.patient)
      .means("The patient's id.", otherwise: "the whole cohort"),
    OptionBinding("chart-task", .text, \.task)
      .means("The task's id.", otherwise: "the only one, or all together if the chart supports it"),
    OptionBinding("value-kind", .text, \.values.kind)
      .means("With dailySums and values: the kind of the values, if there are several."),
    OptionBinding("value-units", .text, \.values.units)
      .means("With dailySums and values: the unit of the values, if there are several."),
    OptionBinding("compare-from", .date, \.earlierStart)
      .means(
        "With comparison: the start date of the earlier range.",
        otherwise: "a range of equal length"),
    OptionBinding("compare-to", .date, \.earlierEnd)
      .means(
        "With comparison: the end date of the earlier range (exclusive).", otherwise: "--from"),
    OptionBinding("facet", .flag, \.hasPanels)
      .means(
        "One panel per group, on the same axes, for bars, sparkline, ribbon, distribution, survival, "
          + "covered."),
    OptionBinding("format", .choice, \.format)
      .means("The format, if the file name does not determine it."),
    OptionBinding("data-url", .text, \.dataURL)
      .means("The URL of the rows of a Vega-Lite specification.", otherwise: "inline"),
  ]

  /// The appearance of pictures.
  package static let look: [OptionBinding] = [
    OptionBinding("theme", .choice, \.theme)
      .means("The theme for SVG, PNG, PDF, Plotly and ECharts.", otherwise: "light"),
    OptionBinding("width", .size, \.width)
      .means("The width in pixels.", otherwise: "that of the kind"),
    OptionBinding("height", .size, \.height)
      .means("The height in pixels.", otherwise: "that of the kind"),
    OptionBinding("scale", .scale, \.scale)
      .means("The pixels of a PNG for each pixel of the width and the height.", otherwise: "1"),
  ]
}

extension OptionParser<Double> {
  fileprivate static let size = number(ChartLook.sizes, "be 120 to 10000 pixels")
  fileprivate static let scale = number(ChartLook.scales, "be 1 to 8")
}
