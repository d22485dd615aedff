import Diagnostics
import Foundation
import Reporting
import Scheduling
import Synchronization

/// A progress line on standard error, if that is a terminal.
final class ProgressLine: Sendable {
  private let pace = Mutex(ProgressPace())
  private let line = Mutex((width: 0, isOver: false))

  /// Creates the line; `nil` if standard error is not a terminal.
  init?() { if isatty(STDERR_FILENO) == 0 { return nil } }

  /// Shows a progress, unless one of the same stage was shown a moment ago.
  func show(_ progress: ReportProgress) {
    let isDue = pace.withLock { $0.takes(progress.stage, at: ContinuousClock.now) }
    if isDue { show(progress.text) }
  }

  /// Replaces the text of the line.
  private func show(_ text: String) {
    line.withLock { state in
      guard !state.isOver else { return }
      let text = TerminalText.line(text)
      let space = String(repeating: " ", count: max(0, state.width - text.count))
      Console.errorPart("\r\(text)\(space)")
      state.width = text.count
    }
  }

  /// Clears the line; later texts are ignored.
  func end() {
    line.withLock { state in
      state.isOver = true
      if state.width > 0 { Console.errorPart("\r\(String(repeating: " ", count: state.width))\r") }
    }
  }
}
