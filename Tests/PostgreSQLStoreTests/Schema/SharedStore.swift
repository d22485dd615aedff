import Foundation

@testable import PostgreSQLStore

/// A store of a database of its own, in the schema and with the roles that the article on roles has.
struct SharedStore: Sendable {
  let database: String
  /// Owns all, and is no superuser.
  let owner: String
  /// See all patients.
  let reader, writer, eraser: String
  /// May erase, and sees the patients of Berlin alone.
  let siteEraser: String

  /// The store that tests share; what they do they undo.
  static var shared: SharedStore { get throws { try made.get() } }
  private static let made = Result { try SharedStore() }

  private init() throws {
    let server = try TestServer.shared
    owner = try server.makeRole("CREATEROLE")
    database = try server.makeDatabase("OWNER \(owner)")
    let address = try server.address(schema: "regimen", user: owner, database: database)
    let connection = try Connection(address)
    try Schema.prepare(connection)
    try connection.execute(StoreRows.patients)
    for block in try SharedStore.blocks { try connection.execute(block) }
    reader = try server.makeRole("IN ROLE regimen_reader, regimen_all_sites")
    writer = try server.makeRole("IN ROLE regimen_writer, regimen_all_sites")
    eraser = try server.makeRole("IN ROLE regimen_eraser, regimen_all_sites")
    siteEraser = try server.makeRole("IN ROLE regimen_eraser, site_berlin")
  }

  /// A connection of a role.
  func connection(as role: String) throws -> Connection {
    try Connection(TestServer.shared.address(schema: "regimen", user: role, database: database))
  }

  /// The statements of the article, block by block.
  static var blocks: [String] {
    get throws {
      let article = try text("Roles.md")
      return article.components(separatedBy: "```sql\n").dropFirst().map { part in
        part.components(separatedBy: "```")[0]
      }
    }
  }

  /// The text of an article of the module.
  static func text(_ article: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
    let folder = root.appending(path: "../../../Sources/PostgreSQLStore/PostgreSQLStore.docc")
    return try String(contentsOf: folder.appending(path: article), encoding: .utf8)
  }
}
