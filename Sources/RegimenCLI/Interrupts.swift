import Foundation
import Interchange
import Reporting
import Synchronization

/// Ends the program when Ctrl-C is pressed or a scheduler sends SIGTERM: in good order where the work looks
/// at it, and within a second in any case, with no file left that is not whole.
///
/// A thread of its own waits for the signals, so that no work keeps them waiting. A second signal ends the
/// program at once.
final class Interrupts: Sendable {
  static let shared = Interrupts()
  /// How a program ends that was told to.
  static let status: Int32 = 130

  private let cancellation = Cancellation()
  private let isHeeded = Mutex(false)
  private let words = Mutex("cancelled; no file was written")

  private init() {}

  /// Begins to listen; it is called before there are other threads, which are to let the signals pass.
  func begin() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] {
      signal(number, SIG_DFL)
      sigaddset(&signals, number)
    }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    Thread { [signals] in self.listen(to: signals) }.start()
  }

  /// What tells work to end, for work that looks at it.
  func heeded() -> Cancellation {
    isHeeded.withLock { $0 = true }
    return cancellation
  }

  /// What is said at the end.
  var farewell: String {
    get { words.withLock(\.self) }
    set { words.withLock { $0 = newValue } }
  }

  private func listen(to signals: sigset_t) {
    var (signals, number) = (signals, Int32(0))
    while sigwait(&signals, &number) != 0 {}
    cancellation.cancel()
    if isHeeded.withLock(\.self) {
      // What the work does not come to in this time is not waited for.
      var patience = timespec(tv_sec: 0, tv_nsec: 700_000_000)
      while sigtimedwait(&signals, nil, &patience) < 0, errno == EINTR {}
    }
    endNow()
  }

  /// Removes what is not whole, and ends the program whatever its threads do.
  private func endNow() -> Never {
    UnfinishedOutputs.all.abandon()
    var screen = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    if poll(&screen, 1, 0) > 0 { Console.error("regimen: \(farewell)") }
    _exit(Interrupts.status)
  }
}
