import Charts

// The files of a chart beside a page.
extension PageData {
  private var formats: [ChartFormat] {
    switch self {
    case .none: []
    case .csv: [.csv]
    case .all: [.vegaLite, .csv]
    }
  }

  /// Returns the links to the files of a chart, with paths relative to the page.
  func links(to chart: NamedChart, in folder: String) -> [PageFile] {
    formats.map { PageFile($0.word, "\(folder)/\(chart.name)\($0.suffix)") }
  }

  /// Returns the files of charts, with paths in the report's folder.
  func files(of charts: [NamedChart], in folder: String) -> [ReportFile] {
    charts.flatMap { chart in
      formats.map { ReportFile("\(folder)/\(chart.name)\($0.suffix)", chart.bytes(as: $0)) }
    }
  }
}

extension NamedChart {
  /// Encodes the rows, or a specification that refers to the file with the rows beside it.
  fileprivate func bytes(as format: ChartFormat) -> [UInt8] {
    if format == .csv { return chart.csvBytes() }
    return chart.vegaLiteBytes(rows: .url(name + ChartFormat.csv.suffix))
  }
}
