import Foundation

/// The uses of what Swift does not check in a file of sources, with what is said about them.
///
/// A reason is a comment with a line that begins with `Safe:`. It counts for the declaration or statement right
/// below it, with all that is in that; one that stands by itself between blank lines, outside of all
/// declarations, counts for the file from there on.
struct UnsafeCode {
  /// The numbers of the lines with such a use, from 1.
  private(set) var uses: [Int] = []
  /// Those of them for which no reason counts.
  private(set) var unexplained: [Int] = []

  /// What is around a line: how far it is indented, and whether a reason stands above it.
  private typealias Scope = (indent: Int, isExplained: Bool)
  private var scopes: [Scope] = []
  /// Whether the comment right above has a reason, and stands outside of all declarations.
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
    // What closes a list of parameters, or opens a body, belongs to what has begun.
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

  /// Whether a line of code, texts and comments aside, has what nobody checks: pointers, casts, arithmetic that
  /// wraps or cuts, and what the compiler is told to believe.
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

  /// What every such line has.
  private static let words: [StaticString] = [
    "nsafe", "nchecked", "nmanaged", "Memory", "withUTF8", "withContiguous", "&+", "&-", "&*",
    "&<<",
    "&>>", "truncating",
  ]
}

extension Substring {
  /// Whether a word stands in it, by its bytes.
  fileprivate func has(_ word: StaticString) -> Bool {
    word.withUTF8Buffer { word in
      utf8.withContiguousStorageIfAvailable { bytes in
        bytes.indices.contains { bytes[$0] == word[0] && bytes[$0...].starts(with: word) }
      }
    } ?? contains("\(word)")
  }
}
