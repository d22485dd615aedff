import CRegimen

// Safe: the bytes live as long as their object, which the caller frees.
/// See `regimen.h`.
@c @implementation
public func regimen_bytes_start(_ bytes: OpaquePointer?) -> UnsafePointer<UInt8>? {
  Bytes.at(bytes)?.start
}

/// See `regimen.h`.
@c @implementation
public func regimen_bytes_count(_ bytes: OpaquePointer?) -> Int { Bytes.at(bytes)?.count ?? 0 }

/// See `regimen.h`.
@c @implementation
public func regimen_bytes_free(_ bytes: OpaquePointer?) { Bytes.free(bytes) }
