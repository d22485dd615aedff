package import Scheduling

extension CSVReader {
  /// Lists what is wrong with the header: columns that are unknown, repeated, or missing.
  ///
  /// The required columns are among the known ones.
  func headerErrors(known: [String], required: [String]) -> [InputError] {
    InputError.ofColumns(columns, known: known, required: required).map {
      $0.at(source: source, line: headerLine)
    }
  }
}

extension InputError {
  /// Lists what is wrong with the columns of a table: those that are unknown, repeated, or missing.
  ///
  /// The required columns are among the known ones.
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
