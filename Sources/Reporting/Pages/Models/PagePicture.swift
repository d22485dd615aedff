import AdherenceAnalytics
import Charts

/// A chart with what is said around it.
struct PagePicture: Sendable {
  /// A word that no other picture of the page has; ids within the page begin with it.
  var id: String
  /// What is above the chart.
  var heading: String
  /// The chart.
  var chart: ChartData
  /// What is below it; the chart's summary unless told otherwise.
  var caption: String
  /// The files that hold the same data, seen from the page.
  var files: [PageFile]

  /// Creates a picture.
  init(
    _ id: String, _ heading: String, _ chart: ChartData, caption: String? = nil,
    files: [PageFile] = []
  ) {
    self.id = id
    self.heading = heading
    self.chart = chart
    self.caption = caption ?? chart.summary
    self.files = files
  }
}

/// Pictures under a heading, such as those of a task.
struct PageSection: Sendable {
  /// What they have in common.
  var heading: String
  /// What is said before them; may be empty.
  var text: String
  /// The pictures, in order.
  var pictures: [PagePicture]

  /// Creates a section.
  init(_ heading: String, text: String = "", _ pictures: [PagePicture]) {
    self.heading = heading
    self.text = text
    self.pictures = pictures
  }
}
