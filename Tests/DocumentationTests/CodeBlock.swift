import Foundation

/// A block of Swift code in the documentation, without the surrounding text.
struct CodeBlock {
  /// The file that contains the block.
  var place: String
  /// The lines without common indentation and imports; a file of examples has its imports once.
  var lines: [String]

  /// Returns the Swift code blocks in a text: fenced ones, and optionally indented ones.
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

  /// Whether a file contains all lines of the block with the same additional indentation.
  func stands(in file: [String]) -> Bool {
    file.indices.contains { start in
      guard file[start].hasSuffix(lines[0]), start + lines.count <= file.count else { return false }
      let indent = String(repeating: " ", count: file[start].count - lines[0].count)
      return zip(file[start...], lines).allSatisfy { $0 == ($1.isEmpty ? "" : indent + $1) }
    }
  }
}
