extension ArrowType {
  /// The display name of the type, as most programs print it.
  package var name: String {
    switch self {
    case .integer(let bytes, let isSigned): "\(isSigned ? "int" : "uint")\(bytes * 8)"
    case .float(let bytes): "float\(bytes * 8)"
    case .decimal(let precision, let scale, let bytes):
      "decimal\(bytes * 8)(\(precision), \(scale))"
    case .timestamp(let unit, let zone):
      "timestamp[\(unit.name)\(zone.map { ", \($0)" } ?? "")]"
    case .time(let unit): "time[\(unit.name)]"
    case .duration(let unit): "duration[\(unit.name)]"
    case .null, .boolean, .text, .binary, .fixedBinary, .date, .interval, .list, .fixedList,
      .structure, .map, .union, .runEndEncoded:
      ArrowType.words[self] ?? plainName
    }
  }

  private static let words: [ArrowType: String] = [
    .null: "null", .boolean: "bool",
    .text(.small): "string", .text(.large): "large_string", .text(.view): "string_view",
    .binary(.small): "binary", .binary(.large): "large_binary", .binary(.view): "binary_view",
    .date(.days): "date32", .date(.milliseconds): "date64", .interval: "interval",
    .structure: "struct", .map: "map", .union: "union", .runEndEncoded: "run_end_encoded",
  ]

  /// The name of a type whose parameters are not shown.
  private var plainName: String {
    switch self {
    case .fixedBinary: "fixed_size_binary"
    case .fixedList: "fixed_size_list"
    default: "list"
    }
  }
}

extension ArrowType.TimeUnit {
  /// The symbol of the unit.
  package var name: String { self == .seconds ? "s" : "\(rawValue)s" }
}
