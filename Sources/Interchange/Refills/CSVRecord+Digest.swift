extension CSVRecord {
  /// A checksum of the fields, by which repeated records are found (FNV-1a, 64 bits).
  ///
  /// Safe: the products wrap, as those of a hash do.
  var digest: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for field in fields {
      for byte in field.utf8 { add(byte) }
      // No byte of UTF-8, so that fields do not run into each other.
      add(0xFF)
    }
    return hash
  }
}
