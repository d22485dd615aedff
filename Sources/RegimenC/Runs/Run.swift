import Reporting
import Synchronization

/// A cancellable computation whose progress other threads can read.
final class Run: Handle {
  let cancellation = Cancellation()
  private let patients = Atomic<Int>(0)

  /// The number of finished patients.
  var done: Int { patients.load(ordering: .relaxed) }

  /// Records progress; later stages are ignored because they count some patients again.
  func note(_ progress: ReportProgress) {
    if progress.stage == .reading { patients.max(progress.done, ordering: .relaxed) }
  }
}
