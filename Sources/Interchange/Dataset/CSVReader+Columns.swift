package import Diagnostics
import Scheduling

extension CSVReader {
  /// Returns the errors of the header: unknown, duplicate and missing columns.
  ///
  /// The required columns must be among the known ones.
  func headerErrors(known: [String], required: [String]) -> [InputError] {
    InputError.ofColumns(columns, known: known, required: required).map {
      $0.at(source: source, line: headerLine)
    }
  }
}

extension InputError {
  /// Returns the errors of a table's columns: unknown, duplicate and missing ones.
  ///
  /// The required columns must be among the known ones.
  package static func ofColumns(
    _ columns: [String], known: [String], required: [String]
  ) -> [InputError] {
    var seen: Set<String> = []
    var errors: [InputError] = []
    for column in columns {
      if !seen.insert(column).inserted {
        errors.append(InputError(.duplicate(kind: "column", id: column)))
      } else if !known.contains(column), !TableHeader.isUserInfo(column) {
        errors.append(InputError(.unknown(allowed: known), field: column))
      }
    }
    for column in required where !seen.contains(column) {
      errors.append(InputError(.missing, field: column))
    }
    return errors
  }
}
