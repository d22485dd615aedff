import Foundation
import Reporting
import Scheduling
import Synchronization

/// One line on standard error that says how far the work has come, where a terminal shows it.
final class ProgressLine: Sendable {
  private let state = Mutex((width: 0, isOver: false))

  /// Creates the line; `nil` where standard error is no terminal.
  init?() { if isatty(STDERR_FILENO) == 0 { return nil } }

  /// Shows a text in the place of the one before.
  func show(_ text: String) {
    state.withLock { state in
      guard !state.isOver else { return }
      let text = TerminalText.line(text)
      let space = String(repeating: " ", count: max(0, state.width - text.count))
      Console.errorPart("\r\(text)\(space)")
      state.width = text.count
    }
  }

  /// Takes the line away; nothing is shown any more.
  func end() {
    state.withLock { state in
      state.isOver = true
      if state.width > 0 { Console.errorPart("\r\(String(repeating: " ", count: state.width))\r") }
    }
  }
}
