import AdherenceAnalytics
import Foundation
import PostgreSQLStore
import SQLiteStore
import Scheduling
import Simulation

/// The rows on a synthetic cohort in a store on a local server, compared with the store in a file.
struct ServerRows {
  private let rows: StoreRows
  private let server: BenchServer
  private var files: CohortFiles { rows.files }

  init(_ cohorts: CohortSet) throws {
    rows = try StoreRows(cohorts)
    server = try BenchServer()
  }

  /// The same rows as exported by PostgreSQL, the lower bound for reading.
  private static let bareCopy = """
    COPY (SELECT patient, position, task, element, nominal, time, status, number, units, kind
      FROM outcomes ORDER BY patient, position) TO STDOUT (FORMAT BINARY)
    """

  private func load(_ schema: String) throws {
    try server.psql("DROP SCHEMA IF EXISTS \(schema) CASCADE", in: "public")
    var tool = ToolProcess(tool: rows.options.tool)
    try tool.run(["import", files.dataset, server.address(schema)])
  }

  /// A weekly report from the server and from the file, and the bare copy of its outcomes.
  func report() throws -> Row {
    try load("report")
    let address = server.address("report")
    let server = server
    let copy = System(
      name: "copy-binary", clock: .wall,
      run: { runs in
        for _ in 0..<runs { try server.psql(ServerRows.bareCopy, in: "report", keeping: false) }
      },
      answer: {
        Answer(count: (try? server.count("outcomes", in: "report")) ?? 0, checksum: "")
      })
    return rows.row(
      "server-report", "a cohort's weeks from a server",
      [
        rows.report("2-jobs", address, jobs: 2), rows.report("1-job", address, jobs: 1),
        rows.report("file-2-jobs", files.store, jobs: 2),
        rows.report("file-1-job", files.store, jobs: 1), copy,
      ])
  }

  /// A sorted folder imported into a store on the server.
  func importing() throws -> Row {
    var tool = ToolProcess(tool: rows.options.tool)
    let (server, dataset) = (server, files.dataset)
    let regimen = System(
      name: "regimen", clock: .wall,
      run: { runs in
        for _ in 0..<runs {
          try server.psql("DROP SCHEMA IF EXISTS import CASCADE", in: "public")
          try tool.run(["import", dataset, server.address("import")])
        }
      },
      answer: {
        Answer(count: (try? server.count("outcomes", in: "import")) ?? 0, checksum: "")
      },
      memory: { tool.peak })
    return rows.row("server-import", "a sorted folder into a store on a server", [regimen])
  }

  /// One patient's weeks from an open store, on the server and in the file.
  func onePatient() throws -> Row {
    try load("patient")
    let remote = try PostgreSQLStore(StoreAddress(server.address("patient")), access: .readOnly)
    let local = try SQLiteStore(files.store, access: .readOnly)
    let query = AdherenceQuery(files.cohort.range, by: .week)
    var row = rows.row(
      "server-patient", "one patient's weeks from a server", per: .query, units: 1,
      [
        onePatient("regimen", query) { try remote.snapshot($0) },
        onePatient("file", query) { try local.snapshot($0) },
      ])
    row.expected.count = query.spans.count
    row.samples = 9
    return row
  }

  private func onePatient<Source: CohortSource>(
    _ name: String, _ query: AdherenceQuery, _ snapshot: @escaping (CareQuery) throws -> Source
  ) -> System {
    let ids = files.cohort.patientIDs
    let server = server
    var evaluator = AdherenceEvaluator(query)
    var (next, read) = (0, 0)
    return System(
      name: name, clock: .wall,
      run: { runs in
        for _ in 0..<runs {
          // Another patient each time, from all over the store.
          next = (next + 7_919) % ids.count
          let source = try snapshot(CareQuery(patients: PatientQuery(ids: [ids[next]])))
          var reader = try source.makeReader()
          try reader.read(0..<1) { entry in
            read = evaluator.adherence(of: entry.record).total.periods.count
          }
        }
      },
      answer: { withExtendedLifetime(server) { Answer(count: read, checksum: "") } })
  }
}
