/// The contents that the `index.html` of all reports have in common.
struct PageOverview: Sendable {
  var title: String
  /// The patients and days, in one line.
  var subtitle: String
  /// The summary in one or two sentences.
  var answer: String
  /// The figures at the top.
  var figures: [PageFigure] = []
  /// The charts, in order.
  var pictures: [PagePicture] = []
  /// The counts of rejected and questionable data.
  var quality: [QualityLine] = []
  /// The first problems, one per line.
  var problems: [String] = []
  /// The total number of problems.
  var problemCount = 0
  /// The definitions used.
  var definitions: [PageFact] = []
  /// The files beside the page.
  var files: [PageFile] = []
}

extension PageOverview {
  /// Creates an overview with the first of the problems.
  init(_ title: String, _ subtitle: String, _ answer: String, _ problems: ProblemLog) {
    self.init(title: title, subtitle: subtitle, answer: answer)
    self.problems = Array(problems.texts.prefix(20))
    problemCount = problems.count
  }
}
