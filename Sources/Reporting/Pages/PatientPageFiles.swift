import AdherenceAnalytics
import AdherenceStatistics
import Charts
import Diagnostics
import Scheduling

/// The page of one patient, and the files of its charts.
struct PatientPageFiles {
  /// The files, by path in the report's folder.
  let files: [ReportFile]

  /// Creates the page of a query, with charts of the planned days, and the files of their data.
  init(
    _ entry: CohortEntry, _ facts: PatientFacts, _ query: AdherenceQuery, _ charts: PatientCharts,
    _ source: ChartSource, _ data: PageData
  ) {
    var draft = PatientPageDraft(entry, facts, query, charts, data)
    draft.addSections(of: charts)
    let page = ReportFile(PagePath.page(of: facts.id), draft.page.bytes)
    let named = draft.charts.map { $0.from(source.over(charts.query.range), patient: facts.id) }
    files = [page] + data.files(of: named, in: PagePath.folder(of: facts.id))
  }
}

/// A patient's page under construction.
private struct PatientPageDraft {
  private(set) var page: PatientPage
  /// The charts for the files.
  private(set) var charts: [NamedChart] = []
  private let record: CareRecord
  private let data: PageData
  /// The name of the folder of the data, relative to the page.
  private let folder: String

  init(
    _ entry: CohortEntry, _ facts: PatientFacts, _ query: AdherenceQuery, _ charts: PatientCharts,
    _ data: PageData
  ) {
    (record, self.data, folder) = (charts.record, data, PageName.file(for: facts.id))
    page = PatientPage(
      name: facts.name ?? facts.id, subtitle: charts.span,
      index: "../../\(PagePath.page)", style: "../../\(PagePath.style)")
    page.facts = PageFact.facts(of: charts.summary)
    let flags = facts.believing(TaskFlag.singleP).flags
    page.flags = flags.map { PageFlag($0, charts.parameters, isTested: false) }
    page.figures = PatientFigures(facts, charts.summary, charts.parameters).figures
    page.tasks = zip(charts.tasks, charts.summary.tasks).map { own, summary in
      TaskLine(
        own, summary, query.numerator, charts.parameters, flags.filter { $0.task == own.task.id })
    }
    page.holds = record.holds.map { HoldLine($0, in: record) }
    page.problems = (entry.problems + charts.problems).map(\.description)
  }

  /// Adds the charts of all tasks together, then those of each task.
  mutating func addSections(of charts: PatientCharts) {
    let whole: [(String, ChartData?)] = [
      ("Treatment", try? charts.chart(.swimmer)), ("By period", try? charts.chart(.bars)),
    ]
    let pictures = whole.compactMap { heading, chart in
      chart.map { picture(heading, NamedChart($0)) }
    }
    page.sections.append(PageSection("All tasks", pictures))
    for own in charts.tasks {
      var pictures: [PagePicture] = []
      for (heading, kind) in [("Calendar", ChartKind.calendar), ("Chronology", .chronology)] {
        guard let chart = try? charts.chart(kind, of: own) else { continue }
        pictures.append(picture(heading, NamedChart(chart, task: own.task.id)))
      }
      pictures += charts.valueCharts(of: own).map { picture("Values", $0) }
      page.sections.append(
        PageSection(own.title, text: own.task.instructions ?? "", pictures))
    }
  }

  private mutating func picture(_ heading: String, _ chart: NamedChart) -> PagePicture {
    charts.append(chart)
    return PagePicture(
      "c\(charts.count)", heading, chart.chart,
      files: data.links(to: chart, in: folder))
  }
}
