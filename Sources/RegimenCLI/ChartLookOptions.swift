import ArgumentParser
import Charts
import Interchange
import Reporting

/// The appearance of charts.
struct ChartLookOptions: ParsableArguments {
  @Option(help: .option("theme", of: .chart))
  var theme: ChartTheme?
  @Option(help: .option("width", of: .chart))
  var width: Double?
  @Option(help: .option("height", of: .chart))
  var height: Double?
  @Option(help: .option("scale", of: .chart))
  var scale: Double?

  func validate() throws {
    for (name, size) in [("width", width), ("height", height)] {
      guard let size, !ChartLook.sizes.contains(size) else { continue }
      let (least, most) = (Int(ChartLook.sizes.lowerBound), Int(ChartLook.sizes.upperBound))
      throw ValidationError("--\(name) must be \(least) to \(most) pixels.")
    }
    if let scale, !ChartLook.scales.contains(scale) {
      throw ValidationError("--scale must be 1 to \(Int(ChartLook.scales.upperBound)).")
    }
  }

  /// Returns the look for a format; `nil` is Vega-Lite.
  ///
  /// - Throws: `ValidationError` if a look is given for a format that does not support it.
  func look(for form: ChartFormat?) throws -> ChartLook {
    let isChosen = theme != nil || width != nil || height != nil
    if isChosen, form?.hasLook != true {
      let forms = ChartFormat.allCases.filter(\.hasLook).map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--theme, --width and --height require --format \(forms).")
    }
    if scale != nil, form != .png { throw ValidationError("--scale requires --format png.") }
    return ChartLook(theme: theme ?? .light, width: width, height: height, scale: scale ?? 1)
  }
}

extension ChartFormat {
  /// Returns the format of a chart written to a file, or to standard output.
  ///
  /// - Throws: `ValidationError` if neither the option nor the file name determines it.
  static func of(_ format: ChartFormat?, file: String?) throws -> ChartFormat? {
    if format == nil, let file, ChartFormat(fileName: file) == nil {
      let endings = ChartFormat.allCases.map(\.suffix).joined(separator: ", ")
      throw ValidationError(
        "The format of '\(file)' is unknown: use the extension \(endings), or add --format.")
    }
    return format ?? file.flatMap(ChartFormat.init(fileName:))
  }
}

extension ChartWriter {
  /// Writes a chart to a file, and the metadata of rows beside it, or to standard output.
  func show(_ chart: ChartData, in file: String?) throws {
    guard let file else { return try Console.print(try bytes(of: chart)) }
    for file in try files(of: chart, at: file) {
      let output = try OutputFile(path: file.path)
      try output.write(file.bytes)
      try output.finish()
    }
  }
}

/// The chart of fills.
struct RefillChartOptions: ParsableArguments {
  @Option(
    help: """
      Draw a chart of the first measure instead of a table: fills (events, carried-over supply, and gaps), \
      windows, persistence or distribution.
      """)
  var chart: RefillChart?
  @Option(help: .option("chart-patient", of: .chart, "With fills and windows."))
  var chartPatient: String?
  @OptionGroup var look: ChartLookOptions

  func validate() throws {
    if chart == nil, chartPatient != nil {
      throw ValidationError("--chart-patient requires a chart: add --chart fills or windows.")
    }
    if let chart, !chart.showsPatients, chartPatient != nil {
      throw ValidationError(
        "--chart \(chart.rawValue) shows a cohort: remove --chart-patient, or use fills or windows."
      )
    }
  }
}

/// The format of a table or of a chart, some of which have the same name.
struct RefillForm: ExpressibleByArgument {
  let table: ListFormat?
  let chart: ChartFormat?

  init?(argument: String) {
    (table, chart) = (ListFormat(rawValue: argument), ChartFormat(rawValue: argument))
    if table == nil, chart == nil { return nil }
  }

  static var allValueStrings: [String] {
    let tables = ListFormat.allCases.map(\.rawValue)
    return tables + ChartFormat.allCases.map(\.rawValue).filter { !tables.contains($0) }
  }
}

extension RefillChart: ExpressibleByArgument {}
