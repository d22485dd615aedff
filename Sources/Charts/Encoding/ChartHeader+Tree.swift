import Formats
import Scheduling

// The header as a tree, with the properties of the synthesized `Codable` in a readable order.
extension ChartHeader {
  var tree: JSONValue {
    .properties([
      ("kind", .text(kind.rawValue)), ("title", .text(title)), ("subtitle", .text(subtitle)),
      ("summary", .text(summary)), ("x", x.tree), ("y", y.tree), ("color", color?.tree),
      ("series", .list(series.map(\.tree))), ("fields", fields.map { .list($0.map(\.tree)) }),
      ("table", table?.tree),
      ("reduction", reduction?.tree), ("note", note.map(JSONValue.text)), ("source", source?.tree),
      ("panels", panels.map { .list($0.map(\.tree)) }),
    ])
  }
}

extension ChartAxis {
  fileprivate var tree: JSONValue {
    .properties([
      ("title", .text(title)), ("scale", .text(scale.rawValue)), ("unit", unit.map(JSONValue.text)),
      ("range", range.map { [written($0.lowerBound).tree, written($0.upperBound).tree] }),
      ("ticks", .list(ticks.map { ["at": written($0.at).tree, "label": .text($0.label)] })),
      ("categories", .texts(categories)), ("zone", zone.map(JSONValue.text)),
    ])
  }
}

extension ChartHeader.SeriesHeader {
  fileprivate var tree: JSONValue {
    ["name": .text(name), "mark": .text(mark.rawValue), "role": .text(role.rawValue)]
  }
}

extension ChartField {
  fileprivate var tree: JSONValue { ["name": .text(name), "type": .text(type.rawValue)] }
}

extension ChartHeader.GridHeader {
  fileprivate var tree: JSONValue {
    ["title": .text(title), "columns": .numbers(columns), "rows": .texts(rows)]
  }
}

extension ChartReduction {
  fileprivate var tree: JSONValue {
    .properties([
      ("method", .text(method.rawValue)), ("points", .number(Double(points))),
      ("limit", .number(Double(limit))), ("tolerance", tolerance.map(JSONValue.number)),
    ])
  }
}
