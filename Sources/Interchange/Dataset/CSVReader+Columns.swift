import Scheduling

extension CSVReader {
  /// Lists what is wrong with the header: columns that are unknown, repeated, or missing.
  ///
  /// The required columns are among the known ones.
  func headerErrors(known: [String], required: [String]) -> [InputError] {
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
    return errors.map { $0.at(source: source, line: headerLine) }
  }
}
