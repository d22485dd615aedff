import CRegimen
import Scheduling

/// See `regimen.h`.
@c @implementation
public func regimen_data_from_path(
  _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<CChar>?,
  _ data: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  handOut(data, "data", error) {
    try Records(path: String(cString: try required(path, "path")), options)
  }
}

/// See `regimen.h`.
@c @implementation
public func regimen_data_free(_ data: OpaquePointer?) { Records.free(data) }
