import CRegimen
import Reporting

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
