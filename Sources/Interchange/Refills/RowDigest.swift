/// A checksum of the fields of a row for finding duplicates (FNV-1a, 64 bits).
///
/// Safe: the products wrap, as those of a hash do.
package struct RowDigest {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates the checksum of no fields.
  package init() {}

  /// Adds the next field.
  package mutating func add(_ field: String) {
    for byte in field.utf8 { add(byte) }
    // A delimiter that is no byte of UTF-8.
    add(0xFF)
  }

  private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
}

extension CSVRecord {
  /// The checksum of the fields.
  var digest: UInt64 {
    var digest = RowDigest()
    for field in fields { digest.add(field) }
    return digest.value
  }
}
