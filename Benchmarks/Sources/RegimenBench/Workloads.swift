import Scheduling

/// All rows by name, created when they are run.
enum Workloads {
  static let all: [Named] =
    (lists + queries + others + adherence).map { row in (row.name, { _ in try row.make() }) }
    + stores

  typealias Named = (name: String, make: @Sendable (CohortSet) throws -> Row)

  private static let stores: [Named] = [
    ("import", { try StoreRows($0).importing() }),
    ("store-report", { try StoreRows($0).storeReport() }),
    ("folder-report", { try StoreRows($0).folderReport() }),
    ("size-small", { try StoreRows($0).smallReport() }),
    ("size-large", { try StoreRows($0).largeReport() }),
    ("due", { try StoreRows($0).due() }),
    ("change", { try ChangeRows($0).change() }),
    ("one-patient", { try StoreRows($0).onePatient() }),
    ("server-import", { try ServerRows($0).importing() }),
    ("server-report", { try ServerRows($0).report() }),
    ("server-patient", { try ServerRows($0).onePatient() }),
    ("page-report", { try StoreRows($0).pageReport() }),
    ("page", { try StoreRows($0).patientPages() }),
  ]

  private static let others: [(name: String, make: @Sendable () throws -> Row)] = [
    ("read", { try DatasetRows().read() }),
    ("read-rows", { try FolderRows().read() }),
    ("write-rows", { try FolderRows().write() }),
    ("table-rows", { try TableRows().read() }),
    ("report", { try DatasetRows().report() }),
    ("report-events", { try DatasetRows().eventReport() }),
    ("report-chains", { try DatasetRows().chainReport() }),
    ("tables", { try DatasetRows().tables() }),
    ("measures", { try MeasureRows().measures() }),
    ("values", { try ValueRows().row() }),
    ("cma", { try RefillRows().measures() }),
    ("sliding-cma", { try RefillRows().sliding() }),
    ("episodes", { try RefillRows().episodes() }),
    ("pdc", { try RefillRows().coverage() }),
    ("kaplan-meier", { try cohortStatistics { try $0.survival() } }),
    ("clopper-pearson", { try CohortStatisticsRows().proportions() }),
    ("kmeans", { try cohortStatistics { try $0.trajectories() } }),
    ("bootstrap", { try CohortStatisticsRows().resamples() }),
    ("bootstrap-jobs", { try CohortStatisticsRows().blocks() }),
    ("fhir-timing", { try TimingRows().row() }),
    ("fhir-bulk", { try ResourceRows().row() }),
    ("icalendar", { try CalendarRows().row() }),
    ("carekit-json", { try DocumentRows().row() }),
    ("parquet-weekly", { try ColumnRows.parquet() }),
    ("columns-in", { try ColumnRows.rowsIn() }),
    ("columns-out", { try ColumnRows.rowsOut() }),
    ("W1-columns", { ColumnRows.occurrences }),
    ("chart-bars", { try ChartRows().bars() }),
    ("charts", { try ChartRows().all() }),
  ]

  private static func cohortStatistics(_ make: (inout CohortStatisticsRows) throws -> Row) rethrows
    -> Row
  {
    var rows = CohortStatisticsRows()
    return try make(&rows)
  }

  private static let lists: [(name: String, make: @Sendable () throws -> Row)] = [
    ("W1", { try list("W1", "daily 08:00 New York, 100 years", daily(), Expected.w1) }),
    ("W1-starts", { try starts() }),
    ("W1-lazy", { try lazy() }),
    ("W2", { try list("W2", "every 8 hours elapsed, 10 years", elapsed(), Expected.w2) }),
    ("W3", { try list("W3", "Mo We Fr 07:30 and 21:15 Berlin, 50 years", weekly(), Expected.w3) }),
    ("W4a", { try list("W4a", "the 31st, 100 years", on31st(), Expected.w4a) }),
    (
      "W4b",
      { try list("W4b", "last weekday of the month, 100 years", lastWeekday(), Expected.w4b) }
    ),
    ("W5", { try list("W5", "four elements without 14 holidays", composed(), Expected.w5) }),
  ]

  private static func list(_ name: String, _ what: String, _ plan: Plan, _ expected: Answer)
    throws -> Row
  {
    Row(
      name: name, what: what, per: .occurrence, units: expected.count, expected: expected,
      systems: System.listing(plan) + [.memset(expected.count, of: Occurrence.self)])
  }

  private static func starts() throws -> Row {
    let plan = try daily()
    let (occurrences, range) = (plan.schedule.compiled(in: plan.zone), plan.range)
    return Row(
      name: "W1-starts", what: "W1, the starts alone", per: .occurrence,
      units: Expected.w1.count, expected: Expected.w1,
      systems: [
        .listing("regimen", \.self) { (starts: inout [Int64]) in
          occurrences.append(startsIn: range, to: &starts)
        },
        .memset(Expected.w1.count, of: Int64.self),
      ])
  }

  /// One after the other, without a buffer.
  private static func lazy() throws -> Row {
    let plan = try daily()
    let (occurrences, range) = (plan.schedule.compiled(in: plan.zone), plan.range)
    var (count, sum) = (0, Int64(0))
    let system = System(
      name: "regimen",
      run: { runs in
        for _ in 0..<runs {
          (count, sum) = (0, 0)
          for occurrence in occurrences.sequence(in: range) {
            count += 1
            sum &+= occurrence.start.seconds
          }
        }
      },
      answer: { Answer(count: count, checksum: "\(sum)") })
    return Row(
      name: "W1-lazy", what: "W1 as a sequence", per: .occurrence, units: Expected.w1.count,
      expected: Expected.w1, systems: [system])
  }
}
