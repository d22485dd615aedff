package import Diagnostics
import Foundation
import Scheduling

// JSON decoding is the only use of Foundation in this module.
extension ChartData {
  /// Parses the output of ``json()``.
  ///
  /// - Throws: `InputError` if the text is invalid or inconsistent.
  public init(json: String) throws {
    self = try ChartData.decode(json)
  }

  /// Parses a specification written by ``vegaLite(rows:background:)`` with inline rows.
  ///
  /// Only the header and the rows are read; changes to layers and styles are ignored.
  ///
  /// - Throws: `InputError` if the text is not such a specification, or its rows are in another
  ///   file.
  public init(vegaLite text: String) throws {
    try self.init(vegaLite: text) { _ throws(InputError) in
      throw InputError(.missing, field: "data.values")
    }
  }

  /// Parses a specification written by ``vegaLite(rows:background:)``.
  ///
  /// - Parameters:
  ///   - text: The specification.
  ///   - read: Returns the rows of the CSV file at the specification's data URL, each as its fields
  ///     by column. Not called for inline rows.
  /// - Throws: `InputError` if the text is not such a specification; errors of `read`.
  package init(
    vegaLite text: String, reading read: (String) throws(InputError) -> [[String: String]]
  ) throws {
    let spec: VegaLiteText = try ChartData.decode(text)
    let header = spec.usermeta.regimen
    if let url = spec.data.url {
      let axes = ChartAxes(header)
      try self.init(header, try read(url).map(axes.written))
    } else if let rows = spec.data.values {
      try self.init(header, rows)
    } else {
      throw InputError(.missing, field: "data.values")
    }
  }

  private static func decode<Value: Decodable>(_ text: String) throws -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    } catch let error as DecodingError {
      throw error.inputError
    }
  }
}

/// The parts of a specification that contain a chart.
private struct VegaLiteText: Decodable {
  struct Rows: Decodable {
    var values: [WrittenRow]?
    var url: String?
  }

  struct Meta: Decodable {
    var regimen: ChartHeader
  }

  var usermeta: Meta
  var data: Rows
}

extension DecodingError {
  fileprivate var inputError: InputError {
    switch self {
    case .keyNotFound(let key, let context):
      InputError(.missing, field: path(context.codingPath + [key]))
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      InputError(.unreadable(reason: context.debugDescription), field: path(context.codingPath))
    @unknown default: InputError(.unreadable(reason: "\(self)"))
    }
  }

  private func path(_ keys: [any CodingKey]) -> String? {
    keys.isEmpty
      ? nil : keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
  }
}
