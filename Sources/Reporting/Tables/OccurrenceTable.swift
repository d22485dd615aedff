package import Interchange
package import Scheduling

/// The rows of an expansion: when, which part of the plan, and for when it was planned.
package enum OccurrenceTable {
  /// The columns, in order; starts and ends are instants, the nominal time is local, and the index is
  /// CareKit's.
  static let columns = ["start", "end", "element", "ordinal", "nominal", "index"]

  /// Writes the rows of an answer.
  ///
  /// - Parameters:
  ///   - answer: The rows, in order.
  ///   - format: The form of the table.
  ///   - body: Takes the text, part by part.
  /// - Throws: What `body` throws.
  package static func write<Failure: Error>(
    _ answer: ExpansionRequest.Answer, _ format: TableFormat,
    to body: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var table = TableWriter(columns: columns, format: format)
    var indices = RunningIndices(of: answer.occurrences, from: answer.rows.first?.start ?? .latest)
    for row in answer.rows {
      table.write(cells(of: row, answer.occurrences, index: indices.index(of: row)))
      if table.buffer.count > 1 << 20 { try body(table.take()) }
    }
    table.finish()
    try body(table.take())
  }

  private static func cells(of row: Occurrence, _ occurrences: Occurrences, index: Int?) -> [Cell] {
    let key = occurrences.key(of: row)
    return [
      .text(row.start.description), .text(occurrences.end(of: row).description),
      .text(key.element), row.isAddition ? .empty : .integer(row.ordinal),
      .text("\(key.nominal)\(key.isSecondPass ? ";fold=1" : "")"),
      index.map(Cell.integer) ?? .empty,
    ]
  }

  /// Answers one line of a batch with one line of JSON; a bad line is answered with its error.
  ///
  /// - Returns: The line, and whether it has an error.
  package static func answer(
    line: Result<String, InputError>, number: Int, source: String
  ) -> (text: String, failed: Bool) {
    var id = "null"
    do throws(InputError) {
      let text = try line.get()
      id = ExpansionRequest.id(ofLine: text) ?? id
      let answer = try ExpansionRequest(line: text).answer()
      var rows: [UInt8] = []
      write(answer, .ndjson) { rows += $0 }
      let objects = String(decoding: rows, as: UTF8.self).split(separator: "\n")
      return result(id, objects.joined(separator: ","), answer.problem)
    } catch {
      return result(id, "", error.at(source: source, line: number))
    }
  }

  private static func result(_ id: String, _ rows: String, _ problem: InputError?) -> (
    text: String, failed: Bool
  ) {
    let error = problem.map { ",\"error\":\(JSONText.quoted($0.description))" } ?? ""
    return ("{\"id\":\(id),\"occurrences\":[\(rows)]\(error)}", problem != nil)
  }
}
