import Diagnostics
import Scheduling

/// A type of a file in terms of the C data interface.
struct FileType {
  var format: String
  var layout: FileColumn.Layout
  /// The type ids of a union's children.
  var children: [Int32]?
  /// Whether the keys of a map are sorted.
  var isSorted = false

  init(_ format: String, _ layout: FileColumn.Layout) {
    (self.format, self.layout) = (format, layout)
  }

  /// Parses the parameters of a type.
  typealias Reading = @Sendable (FlatReader?) throws(InputError) -> FileType

  /// The parsers by the type numbers of the format.
  static let all: [UInt8: Reading] = [
    1: plain("n", .null),
    2: { details throws(InputError) in try integer(details) },
    3: { details throws(InputError) in try float(details) },
    4: plain("z", .bytes(4)),
    5: plain("u", .bytes(4)),
    6: plain("b", .bits),
    7: { details throws(InputError) in try decimal(details) },
    8: { details throws(InputError) in
      try unit(details, 1) == 0 ? FileType("tdD", .fixed(4)) : FileType("tdm", .fixed(8))
    },
    9: { details throws(InputError) in try time(details) },
    10: { details throws(InputError) in
      let zone = try details?.text(1) ?? ""
      return FileType("ts\(try letter(details, 0)):\(zone)", .fixed(8))
    },
    11: { details throws(InputError) in try interval(details) },
    12: plain("+l", .list(4)),
    13: plain("+s", .structure),
    14: { details throws(InputError) in try union(details) },
    15: { details throws(InputError) in
      let width = try count(details)
      return FileType("w:\(width)", .fixed(width))
    },
    16: { details throws(InputError) in
      let count = try count(details)
      return FileType("+w:\(count)", .fixedList(count))
    },
    17: { details throws(InputError) in
      var map = FileType("+m", .list(4))
      map.isSorted = try details?.truth(0) ?? false
      return map
    },
    18: { details throws(InputError) in FileType("tD\(try letter(details, 1))", .fixed(8)) },
    19: plain("Z", .bytes(8)),
    20: plain("U", .bytes(8)),
    21: plain("+L", .list(8)),
    22: plain("+r", .runs),
    23: plain("vz", .views),
    24: plain("vu", .views),
    25: plain("+vl", .listView(4)),
    26: plain("+vL", .listView(8)),
  ]

  private static func plain(_ format: String, _ layout: FileColumn.Layout) -> Reading {
    { _ throws(InputError) in FileType(format, layout) }
  }
}

// Types with parameters.
extension FileType {
  /// Signed or unsigned integers of one to eight bytes.
  static func integer(_ details: FlatReader?) throws(InputError) -> FileType {
    let bits = try details?.number(0, or: Int32(0)) ?? 32
    let isSigned = try details?.truth(1) ?? true
    guard let letter = [8: "c", 16: "s", 32: "i", 64: "l"][bits] else { throw .damaged(.head) }
    return FileType(isSigned ? letter : letter.uppercased(), .fixed(Int(bits) / 8))
  }

  private static func float(_ details: FlatReader?) throws(InputError) -> FileType {
    let precision = try unit(details, 0)
    guard let format = [0: "e", 1: "f", 2: "g"][precision] else { throw .damaged(.head) }
    return FileType(format, .fixed(2 << Int(precision)))
  }

  private static func decimal(_ details: FlatReader?) throws(InputError) -> FileType {
    let digits = try details?.number(0, or: Int32(0)) ?? 0
    let scale = try details?.number(1, or: Int32(0)) ?? 0
    let bits = try details?.number(2, or: Int32(128)) ?? 128
    guard [32, 64, 128, 256].contains(bits) else { throw .damaged(.head) }
    let suffix = bits == 128 ? "" : ",\(bits)"
    return FileType("d:\(digits),\(scale)\(suffix)", .fixed(Int(bits) / 8))
  }

  private static func time(_ details: FlatReader?) throws(InputError) -> FileType {
    let isLong = try unit(details, 1) > 1
    let bits = try details?.number(1, or: Int32(32)) ?? 32
    guard bits == (isLong ? 64 : 32) else { throw .damaged(.head) }
    return FileType("tt\(try letter(details, 1))", .fixed(isLong ? 8 : 4))
  }

  private static func interval(_ details: FlatReader?) throws(InputError) -> FileType {
    switch try unit(details, 0) {
    case 0: FileType("tiM", .fixed(4))
    case 1: FileType("tiD", .fixed(8))
    case 2: FileType("tin", .fixed(16))
    default: throw .damaged(.head)
    }
  }

  private static func union(_ details: FlatReader?) throws(InputError) -> FileType {
    let isDense = try unit(details, 0) == 1
    let children = try details?.numbers(1, Int32.self) ?? []
    guard children.allSatisfy({ 0...127 ~= $0 }), Set(children).count == children.count else {
      throw .damaged(.head)
    }
    var union = FileType(isDense ? "+ud:" : "+us:", isDense ? .denseUnion : .sparseUnion)
    union.children = children
    union.format += children.map(String.init).joined(separator: ",")
    return union
  }

  /// Returns the enumeration value that is the type's first parameter.
  private static func unit(_ details: FlatReader?, _ standard: Int16) throws(InputError) -> Int16 {
    try details?.number(0, or: standard) ?? standard
  }

  /// Returns the letter of a time unit.
  private static func letter(
    _ details: FlatReader?, _ standard: Int16
  ) throws(InputError) -> String {
    guard let letter = [0: "s", 1: "m", 2: "u", 3: "n"][try unit(details, standard)] else {
      throw .damaged(.head)
    }
    return letter
  }

  /// Returns the number of bytes or values per row.
  private static func count(_ details: FlatReader?) throws(InputError) -> Int {
    let count = try details?.number(0, or: Int32(0)) ?? 0
    guard count >= 0 else { throw .damaged(.head) }
    return Int(count)
  }

  /// Returns whether the children match the type.
  func takes(_ children: [FileColumn]) -> Bool {
    switch layout {
    case .structure: true
    case .sparseUnion, .denseUnion: self.children?.count == children.count
    case .runs: children.count == 2 && FileType.isRunEnd(children[0])
    case .list where format == "+m":
      children.count == 1 && children[0].layout == .structure && children[0].children.count == 2
    case .list, .listView, .fixedList: children.count == 1
    case .null, .bits, .fixed, .bytes, .views: children.isEmpty
    }
  }

  private static func isRunEnd(_ column: FileColumn) -> Bool {
    ["s", "i", "l"].contains(column.schema.format) && column.dictionary == nil
  }
}
