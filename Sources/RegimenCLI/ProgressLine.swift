import Diagnostics
import Foundation
import Reporting
import Scheduling
import Synchronization

/// A progress line on standard error, if that is a terminal.
final class ProgressLine: Sendable {
  private let state = Mutex((width: 0, isOver: false))

  /// Creates the line; `nil` if standard error is not a terminal.
  init?() { if isatty(STDERR_FILENO) == 0 { return nil } }

  /// Replaces the text of the line.
  func show(_ text: String) {
    state.withLock { state in
      guard !state.isOver else { return }
      let text = TerminalText.line(text)
      let space = String(repeating: " ", count: max(0, state.width - text.count))
      Console.errorPart("\r\(text)\(space)")
      state.width = text.count
    }
  }

  /// Clears the line; later texts are ignored.
  func end() {
    state.withLock { state in
      state.isOver = true
      if state.width > 0 { Console.errorPart("\r\(String(repeating: " ", count: state.width))\r") }
    }
  }
}
