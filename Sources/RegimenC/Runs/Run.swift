import Reporting
import Synchronization

/// Work that another thread can cancel and look at.
final class Run: Handle {
  let cancellation = Cancellation()
  private let patients = Atomic<Int>(0)

  /// How many patients are done.
  var done: Int { patients.load(ordering: .relaxed) }

  /// Notes how far the work is; stages behind the first one count some patients a second time.
  func note(_ progress: ReportProgress) {
    if progress.stage == .reading { patients.max(progress.done, ordering: .relaxed) }
  }
}
