/// An object that programs in other languages hold by a pointer, from when it is handed out until it is freed.
protocol Handle: AnyObject, Sendable {}

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
