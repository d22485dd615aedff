import Foundation
import TestServer

@testable import PostgreSQLStore

/// A store in a database of its own, with the schema and roles of the article on roles.
struct SharedStore: Sendable {
  private let team: Team
  private let database: String

  /// The store that tests share; they roll back their changes.
  static var shared: SharedStore { get throws { try made.get() } }
  private static let made = Result { try SharedStore(team.get()) }
  private static let team = Result { try Team() }

  /// Returns a store for a single test.
  static func own() throws -> SharedStore { try SharedStore(team.get()) }

  private init(_ team: Team) throws {
    self.team = team
    database = try TestServer.shared.makeDatabase("TEMPLATE \(team.database) OWNER \(team.owner)")
  }

  /// The owner of all objects, not a superuser.
  var owner: String { team.owner }
  /// A role that reads all patients.
  var reader: String { team.reader }
  /// A role that appends to all patients.
  var writer: String { team.writer }
  /// A role that erases any patient.
  var eraser: String { team.eraser }
  /// A role that erases the patients of Berlin.
  var siteEraser: String { team.siteEraser }
  /// A role that appends to the patients of Paris.
  var paris: String { team.paris }

  /// Returns the address of the store for a role.
  func address(as role: String) throws -> StoreAddress {
    try TestServer.shared.address(schema: "regimen", user: role, database: database)
  }

  /// Returns a connection of a role.
  func connection(as role: String) throws -> Connection { try Connection(address(as: role)) }

  /// Returns the statements of an article, block by block.
  static func blocks(of article: String = "Roles.md") throws -> [String] {
    try text(article).components(separatedBy: "```sql\n").dropFirst().map { part in
      part.components(separatedBy: "```")[0]
    }
  }

  /// Returns the text of an article of the module.
  static func text(_ article: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
    let folder = root.appending(path: "../../../Sources/PostgreSQLStore/PostgreSQLStore.docc")
    return try String(contentsOf: folder.appending(path: article), encoding: .utf8)
  }
}

/// The roles of the article and others, and a template database.
private struct Team {
  let database, owner, reader, writer, eraser, siteEraser, paris: String

  init() throws {
    let server = try TestServer.shared
    owner = try server.makeRole("CREATEROLE")
    database = try server.makeDatabase("OWNER \(owner)")
    let address = try server.address(schema: "regimen", user: owner, database: database)
    let connection = try Connection(address)
    try Schema.prepare(connection)
    try connection.execute(StoreRows.patients)
    for block in try SharedStore.blocks() { try connection.execute(block) }
    reader = try server.makeRole("IN ROLE regimen_reader, regimen_all_sites")
    writer = try server.makeRole("IN ROLE regimen_writer, regimen_all_sites")
    eraser = try server.makeRole("IN ROLE regimen_eraser, regimen_all_sites")
    siteEraser = try server.makeRole("IN ROLE regimen_eraser, site_berlin")
    paris = try server.makeRole("IN ROLE regimen_writer")
    try connection.execute(
      "INSERT INTO sites.sites VALUES ('\(paris)');"
        + " UPDATE sites.patients SET site = '\(paris)' WHERE patient = 2")
  }
}
