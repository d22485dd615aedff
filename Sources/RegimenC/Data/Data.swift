import CRegimen

/// See `regimen.h`.
@c @implementation
public func regimen_data_from_path(
  _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ data: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  status(error) {
    let place = try required(data, "data")
    place.pointee = nil
    place.pointee = try Records(path: String(cString: try required(path, "path"))).handOut()
  }
}

/// See `regimen.h`.
@c @implementation
public func regimen_data_free(_ data: OpaquePointer?) { Records.free(data) }
