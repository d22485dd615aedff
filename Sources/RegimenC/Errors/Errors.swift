import CRegimen

// Safe: a text lives as long as its error, which the caller frees.

/// See `regimen.h`.
@c @implementation
public func regimen_error_text(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
  Failure.at(error)?.text.start
}

/// See `regimen.h`.
@c @implementation
public func regimen_error_json(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
  Failure.at(error)?.json.start
}

/// See `regimen.h`.
@c @implementation
public func regimen_error_free(_ error: OpaquePointer?) { Failure.free(error) }
