import Foundation

/// A piece of Swift that documentation shows, without what stands around it.
struct CodeBlock {
  /// Where it stands.
  var place: String
  /// Its lines without common indentation and without imports, which a file of examples has once.
  var lines: [String]

  /// The pieces of Swift in a text: those fenced as such, and with `indented` those that are indented.
  static func all(in text: String, of place: String, indented: Bool = false) -> [CodeBlock] {
    var blocks: [[String]] = []
    var fence: String?
    var isCode = false
    var previous = ""
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        fence = fence == nil ? line : nil
        if fence == "```swift" { blocks.append([]) }
      } else if fence == "```swift" {
        blocks[blocks.count - 1].append(line)
      } else if fence == nil, indented {
        let isBlank = line.allSatisfy { $0 == " " }
        let wasCode = isCode
        isCode = isBlank ? isCode : line.hasPrefix("    ") && (isCode || previous.isEmpty)
        if isCode, !wasCode { blocks.append([]) }
        if isCode { blocks[blocks.count - 1].append(String(line.dropFirst(4))) }
        previous = isBlank ? "" : line
      }
    }
    return blocks.map { CodeBlock(place: place, lines: withoutImports($0)) }
      .filter { !$0.lines.isEmpty }
  }

  private static func withoutImports(_ lines: [String]) -> [String] {
    let rest = lines.drop { $0.hasPrefix("import ") || $0.isEmpty }
    return Array(rest.reversed().drop(while: \.isEmpty).reversed())
  }

  /// Whether it stands in a file, all of it moved to the right by as much.
  func stands(in file: [String]) -> Bool {
    file.indices.contains { start in
      guard file[start].hasSuffix(lines[0]), start + lines.count <= file.count else { return false }
      let indent = String(repeating: " ", count: file[start].count - lines[0].count)
      return zip(file[start...], lines).allSatisfy { $0 == ($1.isEmpty ? "" : indent + $1) }
    }
  }
}
