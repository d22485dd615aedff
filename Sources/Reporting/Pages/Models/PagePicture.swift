import AdherenceAnalytics
import Charts

/// A chart with its heading, and its summary as the caption.
struct PagePicture: Sendable {
  /// A name unique in the page; the prefix of HTML ids.
  var id: String
  /// The text above the chart.
  var heading: String
  var chart: ChartData
  /// The files with the same data, relative to the page.
  var files: [PageFile]

  init(
    _ id: String, _ heading: String, _ chart: ChartData, files: [PageFile] = []
  ) {
    self.id = id
    self.heading = heading
    self.chart = chart
    self.files = files
  }
}

/// Charts under a heading, such as those of a task.
struct PageSection: Sendable {
  /// The heading.
  var heading: String
  /// The introduction; may be empty.
  var text: String
  /// The charts, in order.
  var pictures: [PagePicture]

  init(_ heading: String, text: String = "", _ pictures: [PagePicture]) {
    self.heading = heading
    self.text = text
    self.pictures = pictures
  }
}
