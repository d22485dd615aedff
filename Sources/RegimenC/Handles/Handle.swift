/// An object that programs in other languages hold by a pointer, from when it is handed out until it is freed.
protocol Handle: AnyObject, Sendable {}

// Safe: a pointer is one that `handOut` has given and `free` has not taken, of this kind of object: so the
// caller promises.
extension Handle {
  /// A pointer that keeps the object.
  func handOut() -> OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

  /// The object behind a pointer; `nil` behind none.
  static func at(_ pointer: OpaquePointer?) -> Self? {
    pointer.map { Unmanaged<Self>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
  }

  /// Lets the object go; nothing where there is none.
  static func free(_ pointer: OpaquePointer?) {
    if let pointer { Unmanaged<Self>.fromOpaque(UnsafeRawPointer(pointer)).release() }
  }
}
