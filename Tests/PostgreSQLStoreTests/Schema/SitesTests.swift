import Scheduling
import TestServer
import Testing

@testable import PostgreSQLStore

/// Row-level security of the article: a site sees the same as if there were no other patients.
@Suite(.enabled(if: TestServer.isAvailable))
struct SitesTests {
  /// The tables without data of single patients.
  private static let shared: Set<String> = [
    "store", "migrations", "batches", "names", "schedules", "sites.sites",
  ]

  /// Returns all rows, and those without the other site's patient.
  private func expected() throws -> (all: [String: [String]], own: [String: [String]]) {
    let store = try SharedStore.shared
    let owner = try store.connection(as: store.owner)
    let relations = try owner.relations()
    let all = try owner.contents(of: relations)
    let own = try owner.undoing {
      try owner.execute(StoreRows.erasure(of: 2))
      return try owner.contents(of: relations)
    }
    return (all, own)
  }

  @Test func siteSeesOnlyItsPatientsInEveryTableAndView() throws {
    let (all, own) = try expected()
    #expect(own.count == Schema.columns.count + Schema.viewNames.count + 2)
    let site = try SharedStore.shared.connection(as: "bela")
    for (relation, rows) in try site.contents(of: Array(own.keys)) {
      #expect(rows == own[relation], "\(relation)")
      #expect(
        (all[relation] == own[relation]) == SitesTests.shared.contains(relation), "\(relation)")
    }
  }

  /// Like views before PostgreSQL 15.
  @Test func viewsWithOwnerPrivilegesShowNoMore() throws {
    let (all, own) = try expected()
    let store = try SharedStore.own()
    let root = try store.connection(as: "postgres")
    func contents(after sql: String = "") throws -> [String: [String]] {
      try root.undoing {
        for view in Schema.viewNames {
          try root.execute("ALTER VIEW \(view) SET (security_invoker = false)")
          if !sql.isEmpty { try root.execute("ALTER VIEW \(view) \(sql)") }
        }
        try root.execute("SET LOCAL ROLE bela")
        return try root.contents(of: Schema.viewNames)
      }
    }
    let views = own.filter { Schema.viewNames.contains($0.key) }
    #expect(views.count == Schema.viewNames.count)
    #expect(try contents() == views)
    // The risk described in the article.
    let open = try contents(after: "OWNER TO \(store.owner)")
    #expect(open == all.filter { views.keys.contains($0.key) })
  }

  @Test func roleWithoutSiteSeesNoPatient() throws {
    let reader = try SharedStore.shared.connection(as: "anna")
    for (relation, rows) in try reader.contents(of: Array(expected().own.keys)) {
      #expect(rows.isEmpty != SitesTests.shared.contains(relation), "\(relation)")
    }
  }

  @Test func exportsThroughCopy() throws {
    let site = try SharedStore.shared.connection(as: "bela")
    let rows = try site.copyOut(["SELECT patient FROM outcomes ORDER BY patient, position"])
    var patients: [Int32?] = []
    while let row = try rows.next() { patients.append(row.int4(0)) }
    #expect(patients == [1, 1, 1, 1])
  }

  @Test func rowsAddedBySiteAreItsOwn() throws {
    let store = try SharedStore.shared
    for (role, site) in [("bela", "site_berlin"), (store.writer, "regimen_all_sites")] {
      let writer = try store.connection(as: role)
      try writer.undoing {
        try writer.execute(StoreRows.patient(3, id: "BER-3"))
        let found = try writer.rows("SELECT site FROM sites.patients WHERE patient = 3")
        #expect(found == ["(\(site))"])
        #expect(
          try writer.rows("SELECT outcomes FROM current_patients WHERE patient = 'BER-3'")
            == ["(1)"])
      }
    }
  }

  @Test func importsThroughTemporaryTable() throws {
    let writer = try SharedStore.shared.connection(as: "bela")
    #expect(writer.state(of: "COPY outcomes FROM STDIN") == "0A000")
    try writer.undoing {
      try writer.execute(
        "CREATE TEMPORARY TABLE incoming (LIKE outcomes) ON COMMIT DROP;"
          + " INSERT INTO incoming SELECT * FROM outcomes WHERE position = 0;"
          + " UPDATE incoming SET position = 4; INSERT INTO outcomes SELECT * FROM incoming")
      #expect(try writer.rows("SELECT position FROM outcomes WHERE position > 3") == ["(4)"])
    }
  }

  /// Forbidden statements on another site's patient, and their SQLSTATE.
  static let trespasses: [(sql: String, state: String)] = [
    (
      "INSERT INTO outcomes (patient, position, task, time, status) VALUES (2, 4, 12, now(), 0)",
      "42501"
    ),
    (
      "INSERT INTO holds (patient, position, starts, mode, deleted) VALUES (2, 1, '', '', true)",
      "42501"
    ),
    (
      "INSERT INTO changes (batch, patient, kind, first, count) VALUES (1, 2, 'hold', 0, 1)",
      "42501"
    ),
    ("UPDATE patients SET number = 2 WHERE number = 1", "42501"),
    ("INSERT INTO sites.patients VALUES (2, 'site_berlin')", "23505"),
    ("INSERT INTO sites.patients VALUES (3, 'regimen_all_sites')", "42501"),
    ("UPDATE sites.patients SET site = 'site_berlin'", "42501"),
    ("DELETE FROM sites.patients", "42501"),
    (StoreRows.patient(4, id: "PAR-1"), "23P01"),
  ]

  @Test(arguments: trespasses) func siteCannotChangeOtherSites(_ sql: String, _ state: String)
    throws
  {
    let writer = try SharedStore.shared.connection(as: "bela")
    #expect(writer.state(of: sql) == state)
  }

  @Test func siteErasesOnlyItsPatients() throws {
    let store = try SharedStore.shared
    let root = try store.connection(as: "postgres")
    try root.undoing {
      try root.execute(
        "SET LOCAL ROLE \(store.siteEraser);" + StoreRows.erasure(of: 1)
          + StoreRows.erasure(of: 2) + "DELETE FROM names; DELETE FROM schedules; RESET ROLE")
      #expect(try root.rows("SELECT number FROM patients") == ["(2)"])
      #expect(try root.rows("SELECT patient FROM sites.patients") == ["(2)"])
      #expect(try root.rows("SELECT count(*) FROM outcomes") == ["(4)"])
      #expect(try root.rows("SELECT count(*) FROM names") == ["(4)"])
      #expect(try root.rows("SELECT count(*) FROM schedules") == ["(2)"])
    }
  }

  @Test func policiesAreRecreated() throws {
    let store = try SharedStore.own()
    let owner = try store.connection(as: store.owner)
    let policies =
      "SELECT tablename, policyname, cmd, qual, with_check FROM pg_policies ORDER BY schemaname, 1, 2"
    let before = try owner.rows(policies)
    let block = try #require(try SharedStore.blocks().first { $0.contains("CREATE POLICY new") })
    try owner.undoing {
      try owner.execute(block)
      let again = try owner.rows(policies)
      #expect(again == before, "\(Set(again).symmetricDifference(before))")
    }
    #expect(before.count == 20)
  }
}
