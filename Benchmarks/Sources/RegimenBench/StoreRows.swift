import AdherenceAnalytics
import Diagnostics
import Foundation
import CSQLite
import SQLiteStore
import Scheduling
import Simulation

/// The rows on a synthetic cohort in a store and in a folder, by the tool and in this process.
struct StoreRows {
  private let cohorts: CohortSet
  let options: CohortSet.Options
  let files: CohortFiles

  init(_ cohorts: CohortSet) throws {
    self.cohorts = cohorts
    options = cohorts.options
    files = try cohorts.files(patients: options.patients)
  }

  /// A row of work by the tool, with few samples, as it takes long.
  func row(
    _ name: String, _ what: String, per unit: Row.Unit = .outcome, units: Int? = nil,
    _ systems: [System]
  ) -> Row {
    Row(
      name: name, what: what + ", \(options.patients) patients, \(options.days) days", per: unit,
      units: units ?? files.outcomeCount,
      expected: Answer(count: files.outcomeCount, checksum: ""), systems: systems,
      data: nil, samples: options.patients > 10_000 ? 1 : 5)
  }

  /// Returns the tool with some arguments; its result is read afterwards.
  private func tool(
    _ name: String, _ arguments: [String], answer: @escaping () throws -> Answer
  ) -> System {
    var process = ToolProcess(tool: options.tool)
    return System(
      name: name, clock: .wall, run: { runs in for _ in 0..<runs { try process.run(arguments) } },
      answer: { (try? answer()) ?? Answer(count: 0, checksum: "no answer") },
      memory: { process.peak })
  }
}

// Reports of all patients.
extension StoreRows {
  /// The same tables from the store with two threads and with one, and the lower bound of SQLite.
  func storeReport() throws -> Row {
    row(
      "store-report", "a cohort's weeks from the store",
      [
        report("2-jobs", files.store, jobs: 2), report("1-job", files.store, jobs: 1),
        report("2-jobs-patients", files.store, jobs: 2, tables: "adherence,cohort,patients"),
        report(
          "2-jobs-all", files.store, jobs: 2,
          tables: "adherence,cohort,patients,statistics,page"),
        stepping("step", readsColumns: false), stepping("columns", readsColumns: true),
      ])
  }

  /// The same tables from the folder.
  func folderReport() throws -> Row {
    row(
      "folder-report", "a cohort's weeks from the folder",
      [report("2-jobs", files.dataset, jobs: 2), report("1-job", files.dataset, jobs: 1)])
  }

  func report(
    _ name: String, _ source: String, jobs: Int, tables: String = "adherence,cohort"
  ) -> System {
    tool(name, files.weekly(source, jobs: jobs, tables: tables)) {
      // The tables depend neither on the source nor on the number of threads.
      Answer(count: files.outcomeCount, checksum: try files.differenceToFirstReport())
    }
  }

  /// A whole report folder of ten thousand patients without its page, with it, and with pages of
  /// flagged patients.
  func pageReport() throws -> Row {
    let files = try cohorts.files(patients: 10_000)
    let tables = "adherence,cohort,patients,statistics"
    var row = row(
      "page-report", "a report folder with its page and pictures", per: .patient, units: 10_000,
      [
        ("tables", tables, []), ("page", tables + ",page", ["--pages", "none"]),
        ("pages", tables + ",page", ["--pages", "flagged"]),
      ].map { name, tables, arguments in
        tool(name, files.weekly(files.store, jobs: 2, tables: tables) + arguments) {
          Answer(count: files.outcomeCount, checksum: try files.differenceToFirstReport())
        }
      })
    row.what = "a report folder with its page and pictures, 10,000 patients, \(options.days) days"
    (row.expected.count, row.samples) = (files.outcomeCount, 3)
    return row
  }

  /// A report of few patients without their pages and with them.
  ///
  /// The difference is the time of a page with its charts. The lower bound is writing the same bytes
  /// to files of the same names.
  func patientPages() throws -> Row {
    let count = 400
    let files = try cohorts.files(patients: count)
    var row = row(
      "page", "a patient's report without a page and with it", per: .patient, units: count,
      [("none", 0), ("all", count)].map { name, pages in
        let tables = files.weekly(files.store, jobs: 1, tables: "adherence,cohort,page")
        return tool(name, tables + ["--pages", name]) {
          Answer(count: files.outcomeCount, checksum: try files.pageCount() == pages ? "" : name)
        }
      } + [writingAgain(files, pages: count)])
    row.what = "a patient's report without a page and with it, \(count) patients"
    row.expected.count = files.outcomeCount
    return row
  }

  private func writingAgain(_ files: CohortFiles, pages: Int) -> System {
    var copy: PageCopy?
    let expected = Answer(count: pages, checksum: "")
    return System(
      name: "bytes-alone", expected: expected, clock: .wall,
      run: { runs in
        let made = try copy ?? PageCopy(of: files)
        copy = made
        for _ in 0..<runs { try made.write() }
      },
      answer: {
        copy?.remove()
        return Answer(count: copy?.pages ?? 0, checksum: "")
      })
  }

  /// Only steps through the rows of outcomes.
  private func stepping(_ name: String, readsColumns: Bool) -> System {
    let table = SteppedTable(columns: [
      "id", "task", "element", "nominal", "time", "status", "number", "units", "kind",
    ])
    let files = files
    var count = 0
    return System(
      name: name, clock: .wall,
      run: { runs in
        for _ in 0..<runs {
          count = try table.step("outcomes", of: files.store, readsColumns: readsColumns)
        }
      },
      answer: { Answer(count: count, checksum: "") })
  }
}

// Work lists.
extension StoreRows {
  /// The work list at a moment: by the tool, derived from a list of events, and the lower bound of
  /// SQLite.
  func due() throws -> Row {
    let day = files.cohort.range.upperBound.adding(days: -30)
    let noon = try Workloads.known(Instant("\(day)T12:00:00Z"), "\(day)")
    let list = files.folder.appending(path: "due.csv").path
    let arguments = [
      "due", files.store, "--at", "\(noon)", "--state", "open", "--state", "overdue", "--state",
      "started", "--out", list,
    ]
    let listed = try dueEvents(at: noon, on: day)
    let answer = Answer(count: listed, checksum: "")
    var row = row(
      "due", "who is to do what at a moment, from the store", per: .patient,
      units: options.patients,
      [1, 2].map { jobs in
        tool(jobs == 1 ? "1-job" : "2-jobs", arguments + ["--jobs", "\(jobs)"]) {
          let rows = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n")
          return Answer(count: rows.count - 1, checksum: "")
        }
      } + [dueByEvents(at: noon, on: day), stepping("step", readsColumns: false)])
    row.expected = answer
    row.systems[3].expected = Answer(count: files.outcomeCount, checksum: "")
    return row
  }

  private func dueByEvents(at noon: Instant, on day: CivilDate) -> System {
    var count = 0
    return System(
      name: "events", clock: .wall,
      run: { runs in for _ in 0..<runs { count = try dueEvents(at: noon, on: day) } },
      answer: { Answer(count: count, checksum: "") })
  }

  /// Returns the number of open events without an outcome around a moment.
  private func dueEvents(at noon: Instant, on day: CivilDate) throws -> Int {
    var query = AdherenceQuery(day.adding(days: -7)..<day.adding(days: 7))
    query.asOf = noon
    let snapshot = try SQLiteStore(files.store, access: .readOnly).snapshot()
    var reader = try snapshot.makeReader()
    var count = 0
    try reader.read(snapshot.patientIDs.indices) { entry throws(InputError) in
      for event in try entry.record.events(query)
      where [.open, .overdue, .started].contains(event.state) { count += 1 }
    }
    return count
  }
}

// Scaling, imports and single patients.
extension StoreRows {
  /// A thousand patients, who must take the time per patient and the memory of the whole cohort.
  func smallReport() throws -> Row {
    let small = try cohorts.files(patients: min(1_000, options.patients))
    let count = small.outcomeCount
    var row = row(
      "size-small", "", per: .patient, units: small.cohort.patientIDs.count,
      [
        tool("2-jobs", small.weekly(small.store, jobs: 2)) { Answer(count: count, checksum: "") }
      ])
    row.what = "size-large with \(small.cohort.patientIDs.count) patients"
    (row.expected.count, row.samples) = (count, 5)
    return row
  }

  func largeReport() throws -> Row {
    row(
      "size-large", "a cohort's weeks from the store", per: .patient, units: options.patients,
      [report("2-jobs", files.store, jobs: 2)])
  }

  /// The sorted folder imported into a new store.
  func importing() throws -> Row {
    let path = files.folder.appending(path: "import.sqlite").path
    let files = files
    var process = ToolProcess(tool: options.tool)
    let regimen = System(
      name: "regimen", clock: .wall,
      run: { runs in
        for _ in 0..<runs {
          for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: path + suffix)
          }
          try process.run(["import", files.dataset, path])
        }
      },
      answer: {
        let columns = SteppedTable(columns: ["id"])
        let count = try? columns.step("outcomes", of: path, readsColumns: false)
        return Answer(count: count ?? 0, checksum: "")
      },
      memory: { process.peak })
    return row("import", "a sorted folder into a store", [regimen])
  }

  /// One patient's weeks from an open store.
  func onePatient() throws -> Row {
    let store = try SQLiteStore(files.store, access: .readOnly)
    let ids = files.cohort.patientIDs
    let query = AdherenceQuery(files.cohort.range, by: .week)
    var evaluator = AdherenceEvaluator(query)
    var (next, read) = (0, 0)
    let regimen = System(
      name: "regimen", clock: .wall,
      run: { runs in
        for _ in 0..<runs {
          // Another patient each time, from all over the file.
          next = (next + 7_919) % ids.count
          let snapshot = try store.snapshot(CareQuery(patients: PatientQuery(ids: [ids[next]])))
          var reader = try snapshot.makeReader()
          try reader.read(0..<1) { entry in
            read = evaluator.adherence(of: entry.record).total.periods.count
          }
        }
      },
      answer: { Answer(count: read, checksum: "") })
    var row = row(
      "one-patient", "one patient's weeks from the store", per: .query, units: 1, [regimen])
    row.expected.count = query.spans.count
    row.samples = 9
    return row
  }
}
