@testable import Reporting

extension TableRows {
  /// The bytes of rows that are no columns.
  var bytes: [UInt8]? {
    if case .bytes(let bytes) = self { bytes } else { nil }
  }
}
