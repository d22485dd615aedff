import Foundation

/// The uses of unsafe and unchecked operations in a source file, with their reasons.
///
/// A reason is a comment with a line that starts with `Safe:`. It applies to the declaration or
/// statement directly below it, including its body; a reason between blank lines, outside of all
/// declarations, applies to the rest of the file.
struct UnsafeCode {
  /// The numbers of the lines with such a use, from 1.
  private(set) var uses: [Int] = []
  /// Those of them for which no reason counts.
  private(set) var unexplained: [Int] = []

  /// An enclosing line: its indentation, and whether a reason precedes it.
  private typealias Scope = (indent: Int, isExplained: Bool)
  private var scopes: [Scope] = []
  /// Whether the comment directly above has a reason, and is outside of all declarations.
  private var comment: (hasReason: Bool, isOutside: Bool) = (false, false)
  private var isFileExplained = false
  private var isInText = false

  /// Looks through a file that the formatter has indented.
  init(_ text: String) {
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      let content = line.drop { $0 == " " }
      if content.isEmpty {
        takeBlank()
      } else if content.hasPrefix("//") {
        takeComment(content, outside: content.count == line.count)
      } else {
        takeCode(content, at: line.count - content.count, number: index + 1)
      }
    }
  }

  private mutating func takeBlank() {
    if comment.hasReason, comment.isOutside { isFileExplained = true }
    comment = (false, false)
  }

  private mutating func takeComment(_ content: Substring, outside: Bool) {
    let words = content.drop { $0 == "/" || $0 == " " }
    comment = (comment.hasReason || words.hasPrefix("Safe:"), outside)
  }

  private mutating func takeCode(_ content: Substring, at indent: Int, number: Int) {
    let isAttribute = content.first == "@" && content.wholeMatch(of: /(@\w+(\([^)]*\))? ?)+/) != nil
    // A line that closes a parameter list or opens a body belongs to the current declaration.
    let goesOn = UnsafeCode.continuations.contains { content.hasPrefix($0) }
    scopes.removeAll { $0.indent > indent || $0.indent == indent && !goesOn }
    if !goesOn { scopes.append((indent, comment.hasReason)) }
    if !isAttribute { comment = (false, false) }
    guard hasUse(content) else { return }
    uses.append(number)
    let isExplained = isFileExplained || scopes.contains { $0.isExplained }
    if !isExplained { unexplained.append(number) }
  }

  private static let continuations = [")", "]", "}", "{", "->", "where ", "throws"]

  /// Whether a line of code, without literals and comments, has an unchecked operation: pointers,
  /// casts, wrapping or truncating arithmetic, and `unchecked` annotations.
  private mutating func hasUse(_ content: Substring) -> Bool {
    if content.has("\"\"\"") {
      if content.matches(of: /"""/).count % 2 == 1 { isInText.toggle() }
      return false
    }
    // Nearly all lines are plain, and an expression takes its time.
    guard !isInText, UnsafeCode.words.contains(where: { content.has($0) }) else { return false }
    let code = content.replacing(/"(\\.|[^"\\])*"/, with: "\"\"")
    let bare = code.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false)[0]
    return bare.contains(
      /\bUnsafe|[wW]ithUnsafe|\bunsafe[A-Z]|\bunchecked|\(unsafe\)|\bUnmanaged\b|MemoryBound|MemoryRebound|bindMemory|withUTF8\b|withContiguousStorage|&[-+*]|&<<|&>>|truncatingIfNeeded/
    )
  }

  /// Substrings of which every such line contains at least one.
  private static let words: [StaticString] = [
    "nsafe", "nchecked", "nmanaged", "Memory", "withUTF8", "withContiguous", "&+", "&-", "&*",
    "&<<",
    "&>>", "truncating",
  ]
}

extension Substring {
  /// Whether the substring contains a word, compared by bytes.
  fileprivate func has(_ word: StaticString) -> Bool {
    word.withUTF8Buffer { word in
      utf8.withContiguousStorageIfAvailable { bytes in
        bytes.indices.contains { bytes[$0] == word[0] && bytes[$0...].starts(with: word) }
      }
    } ?? contains("\(word)")
  }
}
