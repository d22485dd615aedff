/// A checksum of the fields of a row, by which repeated rows are found (FNV-1a, 64 bits).
///
/// Safe: the products wrap, as those of a hash do.
package struct RowDigest {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates the checksum of a row without fields.
  package init() {}

  /// Adds the next field.
  package mutating func add(_ field: String) {
    for byte in field.utf8 { add(byte) }
    // No byte of UTF-8, so that fields do not run into each other.
    add(0xFF)
  }

  private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
}

extension CSVRecord {
  /// A checksum of the fields.
  var digest: UInt64 {
    var digest = RowDigest()
    for field in fields { digest.add(field) }
    return digest.value
  }
}
