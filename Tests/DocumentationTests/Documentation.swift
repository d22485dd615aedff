import Foundation

/// What the repository says in words: its articles, and the comments of its types.
enum Documentation {
  static let libraries = [
    "Scheduling", "AdherenceAnalytics", "AdherenceStatistics", "Charts", "SQLiteStore",
    "Interchange", "Simulation", "Reporting",
  ]
  static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: repository.appending(path: path), encoding: .utf8)
  }

  /// The paths of all files below a folder with an extension, in order.
  static func files(in folder: String, _ extension: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(
      atPath: repository.appending(path: folder).path()
    ).filter { $0.hasSuffix(`extension`) }.map { "\(folder)/\($0)" }.sorted()
  }

  /// The articles of all libraries, and the README.
  static func articles() throws -> [String] {
    try ["README.md"] + libraries.flatMap { try files(in: "Sources/\($0)/\($0).docc", ".md") }
  }

  /// The types that the first page of a library names before all others.
  static func essentials(of library: String) throws -> [String] {
    let page = try text("Sources/\(library)/\(library).docc/\(library).md")
    return page.components(separatedBy: "\n").drop { $0 != "### Essentials" }.dropFirst()
      .prefix { !$0.hasPrefix("#") }.filter { $0.hasPrefix("- ``") }
      .compactMap { $0.split(separator: "`").dropFirst().first }
      .compactMap { $0.split(separator: "/").last.map(String.init) }
  }

  /// The documentation comment of each public type of a library.
  static func comments(in library: String) throws -> [String: String] {
    var comments: [String: String] = [:]
    let declaration = /^public (?:final |indirect )?(?:struct|enum|class|actor|protocol) (\w+)/
    for path in try files(in: "Sources/\(library)", ".swift") {
      var comment: [Substring] = []
      for line in try text(path).split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix("///") {
          comment.append(line.dropFirst(line.hasPrefix("/// ") ? 4 : 3))
        } else if let name = line.firstMatch(of: declaration)?.1 {
          comments[String(name)] = comment.joined(separator: "\n")
        } else if !line.hasPrefix("@") {
          comment = []
        }
      }
    }
    return comments
  }
}
