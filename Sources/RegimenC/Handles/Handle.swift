/// An object that foreign code owns through an opaque pointer until it frees it.
protocol Handle: AnyObject, Sendable {}

// Safe: a pointer is one that `handOut` has given and `free` has not taken, of this kind of object: so the
// caller promises.
extension Handle {
  /// Returns a retained opaque pointer.
  func handOut() -> OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

  /// Returns the object behind a pointer; `nil` for null.
  static func at(_ pointer: OpaquePointer?) -> Self? {
    pointer.map { Unmanaged<Self>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
  }

  /// Releases the object behind a pointer; does nothing for null.
  static func free(_ pointer: OpaquePointer?) {
    if let pointer { Unmanaged<Self>.fromOpaque(UnsafeRawPointer(pointer)).release() }
  }
}
