import Foundation

/// The documentation of the repository: its articles, and the documentation comments of its types.
enum Documentation {
  static let libraries = [
    "Diagnostics", "Scheduling", "ScheduleFormats", "AdherenceAnalytics", "AdherenceStatistics",
    "Charts", "SQLiteStore", "PostgreSQLStore", "Interchange", "Arrow", "FHIR", "ICalendar",
    "CareKitJSON", "Simulation", "Reporting",
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

  /// The documentation comment of a public declaration.
  struct Comment {
    var path: String
    /// The first line of the declaration.
    var declaration: String
    var text: String

    /// Whether it is that of a type.
    func isAbout(type: String) -> Bool {
      let kinds = ["struct", "enum", "class", "actor", "protocol"]
      let words = declaration.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      return zip(words, words.dropFirst()).contains { kinds.contains(String($0)) && $1 == type }
    }
  }

  /// The documentation comments of a library's public declarations.
  static func comments(in library: String) throws -> [Comment] {
    var comments: [Comment] = []
    for path in try files(in: "Sources/\(library)", ".swift") {
      var comment: [String] = []
      for line in try text(path).components(separatedBy: "\n") {
        let code = line.drop { $0 == " " }
        if code.hasPrefix("///") {
          comment.append(String(code.dropFirst(code.hasPrefix("/// ") ? 4 : 3)))
        } else if code.hasPrefix("public ") {
          let text = comment.joined(separator: "\n")
          comments.append(Comment(path: path, declaration: String(code), text: text))
          comment = []
        } else if !code.hasPrefix("@") {
          comment = []
        }
      }
    }
    return comments
  }
}
