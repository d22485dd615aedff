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
    // Most files are plain, and lines take their time.
    guard UnsafeCode.words.contains(where: { text[...].has($0) }) else { return }
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let content = Substring(line.drop { $0 == UInt8(ascii: " ") })
      let indent = line.count - content.utf8.count
      if content.isEmpty {
        takeBlank()
      } else if content.hasPrefix("//") {
        takeComment(content, outside: indent == 0)
      } else {
        takeCode(content, at: indent, number: index + 1)
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
    // Safe: all addresses are between the first of the bytes and their end.
    utf8.withContiguousStorageIfAvailable { bytes -> Bool in
      guard var rest = UnsafeRawPointer(bytes.baseAddress) else { return false }
      let (end, length) = (rest + bytes.count, word.utf8CodeUnitCount)
      while let found = memchr(rest, Int32(word.utf8Start.pointee), end - rest) {
        if end - UnsafeRawPointer(found) < length { return false }
        if memcmp(found, word.utf8Start, length) == 0 { return true }
        rest = UnsafeRawPointer(found) + 1
      }
      return false
    } ?? contains("\(word)")
  }
}
