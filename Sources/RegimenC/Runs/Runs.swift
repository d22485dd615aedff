import CRegimen
import Reporting
import Synchronization

/// See `regimen.h`.
@c @implementation
public func regimen_run_new() -> OpaquePointer? { Run().handOut() }

/// See `regimen.h`.
@c @implementation
public func regimen_run_cancel(_ run: OpaquePointer?) { Run.at(run)?.cancellation.cancel() }

/// See `regimen.h`.
@c @implementation
public func regimen_run_done(_ run: OpaquePointer?) -> Int64 { Int64(Run.at(run)?.done ?? 0) }

/// See `regimen.h`.
@c @implementation
public func regimen_run_free(_ run: OpaquePointer?) { Run.free(run) }

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
