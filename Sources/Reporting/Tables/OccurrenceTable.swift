import Interchange
public import Scheduling

/// The rows of an expansion: when, which part of the plan, and for when it was planned.
public enum OccurrenceTable {
  /// The columns, in order; starts and ends are instants, the nominal time is local.
  public static let columns = ["start", "end", "element", "ordinal", "nominal"]

  /// One row.
  public static func cells(of row: Occurrence, _ occurrences: Occurrences) -> [Cell] {
    let key = occurrences.key(of: row)
    return [
      .text(row.start.description), .text(occurrences.end(of: row).description),
      .text(key.element), .integer(row.ordinal),
      .text("\(key.nominal)\(key.isSecondPass ? ";fold=1" : "")"),
    ]
  }

  /// Answers one line of a batch with one line of JSON; a bad line is answered with its error.
  ///
  /// - Returns: The line, and whether it has an error.
  public static func answer(
    line: Result<String, InputError>, number: Int, source: String
  ) -> (text: String, failed: Bool) {
    var id = "null"
    do throws(InputError) {
      let text = try line.get()
      id = ExpansionRequest.id(ofLine: text) ?? id
      let answer = try ExpansionRequest(line: text).answer()
      var table = TableWriter(columns: columns, format: .ndjson)
      for row in answer.rows { table.write(cells(of: row, answer.occurrences)) }
      let objects = String(decoding: table.take(), as: UTF8.self).split(separator: "\n")
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
