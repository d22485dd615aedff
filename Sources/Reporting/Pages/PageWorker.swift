import AdherenceAnalytics
import AdherenceStatistics
import Charts

/// Creates the pages of patients.
final class PageWorker: BlockWorker {
  private let maker: PatientFactsMaker
  private let contents: ReportContents
  private let statistics: MeasureEvaluator
  private let source: ChartSource
  private let data: PageData
  private var evaluator: AdherenceEvaluator
  private var files: [ReportFile] = []

  init(_ task: ReportTask) {
    contents = task.contents
    let parameters = contents.parameters
    maker = PatientFactsMaker(task.query, parameters)
    statistics = MeasureEvaluator(parameters, groups: MeasureGroup.ofPages)
    source = ChartSource(ReportHeader(task))
    data = contents.pageData
    evaluator = AdherenceEvaluator(task.query)
  }

  func add(_ entry: CohortEntry) {
    let entry = entry.withoutLostData
    let compiled = CompiledRecord(entry.record, evaluator.query)
    let charts = PatientCharts(compiled, &evaluator, statistics)
    let flags = PatientFlags(
      of: entry.record, charts.measures, evaluator.query, contents.parameters,
      mainTask: contents.mainTask)
    let facts = maker.facts(of: entry.record, charts.adherence, charts.measures, flags)
    files +=
      PatientPageFiles(
        entry.examined(compiled), facts, compiled.query,
        (consume charts).onPlannedDays(&evaluator, statistics), source, data
      ).files
  }

  var size: Int { files.reduce(0) { $0 + $1.bytes.count } }

  func take() -> [ReportFile] {
    defer { files = [] }
    return files
  }
}
