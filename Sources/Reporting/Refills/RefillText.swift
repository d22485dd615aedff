import AdherenceAnalytics
import AdherenceStatistics
import Scheduling

/// The short table of refill measures, for people.
package struct RefillText {
  private let report: RefillReport
  /// The withholding for small groups; `nil` if no smallest group is set.
  private let withholding: RefillWithholding?

  /// Creates the table, with numbers about fewer patients than a smallest group withheld.
  package init(_ report: RefillReport, smallestGroup: Int? = nil) {
    self.report = report
    withholding = smallestGroup.map { RefillWithholding(report, smallest: $0) }
  }

  /// The table, with a line per measure; every line ends with a line feed.
  package var text: String {
    let lines = report.summary.lines.enumerated().map { cells($0.element, at: $0.offset) }
    let withheld = withholding.map { ["", $0.words] } ?? []
    return (TextTable.lines([titles] + lines) + withheld).map { $0 + "\n" }.joined()
  }

  /// Whether the total number of patients is shown: with the lines of classes it may reveal a
  /// withheld count.
  package var showsPatients: Bool { withholding?.showsPatients ?? true }

  var titles: [String] {
    [
      "measure", report.request.level.rawValue, "n", "missing", "mean", "median",
      "≥ \(report.summary.threshold.percentText) %", "eligible", "adherent",
    ]
  }

  /// Returns the cells of a line.
  func cells(_ line: RefillSummary.Line, at place: Int = 0) -> [String] {
    let name = [line.measure.rawValue, line.unit.name ?? "(all)"]
    if withholding?.withholdsLine(place) ?? false {
      return name + titles.dropFirst(2).map { _ in "withheld" }
    }
    func shown(_ parts: RefillWithholding.Part..., text: () -> String) -> String {
      parts.allSatisfy { withholding?.shows($0, of: place) ?? true } ? text() : "withheld"
    }
    let isPDC = line.measure == .pdc && line.eligible > 0
    return name + [
      shown(.count) { "\(line.count)" },
      shown(.count) { "\(line.missing.values.reduce(0, +))" },
      TextTable.percent(line.mean.value),
      withholding?.hasMedian(line) ?? true ? TextTable.percent(line.median.value) : "withheld",
      shown(.count, .reaching) { TextTable.percent(line.reachingShare.value) },
      isPDC ? shown(.eligible) { "\(line.eligible)" } : "",
      isPDC ? shown(.eligible, .adherent) { TextTable.percent(line.adherentShare.value) } : "",
    ]
  }
}

/// The withholding of small counts in a refill summary.
struct RefillWithholding {
  enum Part: Hashable {
    /// The patients with a value, and implicitly those without.
    case count
    case reaching, eligible, adherent
  }

  private struct Name: Hashable {
    var line: Int
    var part: Part
  }

  /// Whether the total number of patients is shown.
  let showsPatients: Bool
  private let smallest: Int
  private var lines: Set<Int> = []
  private var counts: Set<Name> = []

  /// Determines the counts to withhold.
  init(_ report: RefillReport, smallest: Int) {
    self.smallest = smallest
    let all = report.summary.lines.enumerated()
    let isSmall = { (count: Int) in 0 < count && count < smallest }
    lines = Set(all.filter { isSmall($0.element.count) }.map(\.offset))
    let units = Dictionary(grouping: all) { $0.element.unit }
    for (_, lines) in units {
      let part = SmallCounts.Part(
        group: nil,
        counts: lines.flatMap { RefillWithholding.counts($0.element, $0.offset) })
      counts.formUnion(SmallCounts([part], smallest: smallest).primary[0])
    }
    counts = counts.filter { [lines] in !lines.contains($0.line) }
    // Units may share patients: the patients outside some units are a part of those in others.
    let sizes = units.filter { $0.key != .patient }.values.map { lines in
      lines.map { $0.element.missing.values.reduce($0.element.count, +) }.max() ?? 0
    }
    let rests = sizes.map { report.patients - $0 } + [sizes.reduce(report.patients, -)]
    showsPatients = sizes.isEmpty || lines.isEmpty && !rests.contains(where: isSmall)
  }

  private static func counts(_ line: RefillSummary.Line, _ place: Int) -> [SmallCounts<Name>.Count]
  {
    let all = line.missing.values.reduce(line.count, +)
    let name = { (part: Part) in Name(line: place, part: part) }
    let count = SmallCounts.Count(name(.count), line.count, of: [all], rank: 2 * place)
    let reaching = SmallCounts.Count(name(.reaching), line.reaching, of: [line.count, all])
    guard line.measure == .pdc else { return [count, reaching] }
    return [
      count, reaching,
      SmallCounts.Count(
        name(.eligible), line.eligible, of: [line.count, all], rank: 2 * place + 1),
      SmallCounts.Count(name(.adherent), line.adherent, of: [line.eligible, line.count]),
    ]
  }

  /// Returns whether all numbers of a line are withheld.
  func withholdsLine(_ place: Int) -> Bool { lines.contains(place) }

  /// Returns whether a count of a line is shown.
  func shows(_ part: Part, of place: Int) -> Bool {
    !counts.contains(Name(line: place, part: part))
  }

  /// Returns whether enough patients are on both sides of the median.
  func hasMedian(_ line: RefillSummary.Line) -> Bool { line.count >= 2 * smallest }

  /// The amount withheld, as a sentence.
  var words: String {
    let few = "fewer than \(smallest) patients"
    if lines.isEmpty && counts.isEmpty {
      return "Withheld: nothing, as no number is about \(few)."
    }
    let first =
      "Withheld: \(PageWords.count(lines.count, "line")) and "
      + "\(PageWords.count(counts.count, "count")) (\(few))"
    return showsPatients
      ? first + "." : first + ", and the number of patients so that they cannot be computed."
  }
}
