import Formats

extension ChartData {
  /// Returns the field values of a point as a JSON object; `nil` if it has none.
  func fieldTree(of point: ChartPoint) -> JSONValue? {
    let properties = zip(fields, point.values).compactMap { field, value in
      value.map { (field.name, $0.written.tree) }
    }
    return properties.isEmpty ? nil : .object(properties)
  }
}
