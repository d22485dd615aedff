#if canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif
import Synchronization

/// A zone's changes of offset in the system's zone data: TZif, RFC 9636.
struct ZoneFile {
  /// The offset before the first change, in seconds east of UTC.
  let initialOffset: Int64
  /// The listed changes, ascending.
  let changes: [(at: Int64, offset: Int64)]
  /// The rule after the last listed change.
  let rule: ZoneRule?

  /// Reads the file of an IANA name; `nil` if there is none, or if it counts leap seconds.
  init?(of id: String) {
    // Ten times the size of the largest zone file.
    guard ZoneFile.isName(id), let bytes = ZoneFile.bytes(of: id, limit: 1 << 16) else {
      return nil
    }
    self.init(bytes)
  }

  /// Returns whether an existing zone file could not be read because too many files were open.
  static func isLacked(_ id: String) -> Bool {
    lackedFiles.load(ordering: .relaxed) && isName(id) && access(path(of: id), R_OK) == 0
  }
  private static let lackedFiles = Atomic(false)

  private static func path(of name: String) -> String {
    let folder = getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
    return "\(folder)/\(name)"
  }

  /// Reads at most `limit` bytes of a zone data file.
  ///
  /// Safe: the system fills no more than the limit, and says how much.
  private static func bytes(of name: String, limit: Int) -> [UInt8]? {
    guard let file = fopen(path(of: name), "rb") else {
      if errno == EMFILE || errno == ENFILE { lackedFiles.store(true, ordering: .relaxed) }
      return nil
    }
    defer { fclose(file) }
    return [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      count = fread(buffer.baseAddress, 1, limit, file)
    }
  }

  /// The names of zones in the order of `zone.tab`; empty if there is no such file.
  static var names: [String] {
    let list = String(decoding: bytes(of: "zone.tab", limit: 1 << 18) ?? [], as: UTF8.self)
    return list.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      line.split(separator: "\t").dropFirst(2).first.map(String.init)
    }
  }

  /// Parses the second block of a file, with 64-bit times; version 1 files are rejected.
  init?(_ bytes: [UInt8]) {
    guard let old = Part(bytes[...], timeSize: 4),
      let part = Part(bytes.dropFirst(old.end), timeSize: 8),
      let initialOffset = part.offset(ofType: 0), part.leapSeconds == 0
    else { return nil }
    var changes: [(at: Int64, offset: Int64)] = []
    for index in 0..<part.times {
      guard let change = part.change(index), change.at > changes.last?.at ?? .min else {
        return nil
      }
      changes.append(change)
    }
    // Changes before the calendar only determine the initial offset.
    let early = changes.partitionPoint { $0.at <= Instant.earliest.seconds }
    self.initialOffset = early == 0 ? initialOffset : changes[early - 1].offset
    self.changes = Array(changes[early...])
    let footer = bytes.dropFirst(old.end + part.end).dropFirst().prefix { $0 != UInt8(ascii: "\n") }
    rule = ZoneRule(String(decoding: footer, as: UTF8.self))
  }

  /// Returns whether a text can be a zone's name; other files in the folder begin with lower-case letters.
  private static func isName(_ id: String) -> Bool {
    id.utf8.first.map { 65...90 ~= $0 } == true && !id.contains("//")
      && id.utf8.allSatisfy {
        48...57 ~= $0 || 65...90 ~= $0 || 97...122 ~= $0 || "_+-/".utf8.contains($0)
      }
  }
}

/// One of the two data blocks of a file.
private struct Part {
  private let bytes: ArraySlice<UInt8>
  private let timeSize: Int
  let leapSeconds, times, types: Int
  /// The size of the block.
  let end: Int

  init?(_ bytes: ArraySlice<UInt8>, timeSize: Int) {
    guard bytes.count >= 44, bytes.starts(with: "TZif".utf8),
      bytes[bytes.startIndex + 4] >= UInt8(ascii: "2")
    else { return nil }
    (self.bytes, self.timeSize) = (bytes, timeSize)
    let counts = (0..<6).map { Int(bytes.bigEndian(at: 20 + 4 * $0, 4)) }
    guard counts.allSatisfy({ 0..<(1 << 16) ~= $0 }) else { return nil }
    (leapSeconds, times, types) = (counts[2], counts[3], counts[4])
    end =
      44 + times * (timeSize + 1) + types * 6 + counts[5] + leapSeconds * (timeSize + 4)
      + counts[0] + counts[1]
    if bytes.count < end { return nil }
  }

  func change(_ index: Int) -> (at: Int64, offset: Int64)? {
    let type = Int(bytes[bytes.startIndex + 44 + times * timeSize + index])
    guard let offset = offset(ofType: type) else { return nil }
    return (bytes.bigEndian(at: 44 + index * timeSize, timeSize), offset)
  }

  func offset(ofType type: Int) -> Int64? {
    guard type < types else { return nil }
    let offset = bytes.bigEndian(at: 44 + times * (timeSize + 1) + type * 6, 4)
    return -86_400...86_400 ~= offset ? offset : nil
  }
}

extension ArraySlice<UInt8> {
  /// Returns a big-endian signed integer of `width` bytes.
  fileprivate func bigEndian(at offset: Int, _ width: Int) -> Int64 {
    let bytes = dropFirst(offset).prefix(width)
    return bytes.dropFirst().reduce(Int64(Int8(bitPattern: bytes[bytes.startIndex]))) {
      $0 << 8 | Int64($1)
    }
  }
}
