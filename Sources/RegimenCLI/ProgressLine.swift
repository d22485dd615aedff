import Foundation
import Reporting

/// One line on standard error that says how far the work has come, where a terminal shows it.
final class ProgressLine: @unchecked Sendable {
  private let lock = NSLock()
  private var width = 0
  private var isOver = false

  /// Creates the line; `nil` where standard error is no terminal.
  init?() { if isatty(STDERR_FILENO) == 0 { return nil } }

  /// Shows a text in the place of the one before.
  func show(_ text: String) {
    lock.withLock {
      guard !isOver else { return }
      let space = String(repeating: " ", count: max(0, width - text.count))
      Console.errorPart("\r\(text)\(space)")
      width = text.count
    }
  }

  /// Takes the line away; nothing is shown any more.
  func end() {
    lock.withLock {
      isOver = true
      if width > 0 { Console.errorPart("\r\(String(repeating: " ", count: width))\r") }
    }
  }
}
