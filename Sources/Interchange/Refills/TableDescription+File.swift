package import Diagnostics
package import Scheduling

extension TableDescription {
  /// Describes a file.
  ///
  /// - Throws: `InputError` if the file cannot be read or is not a text table; the error suggests a
  ///   conversion.
  package init(path: String, zone: Zone? = nil) throws(InputError) {
    let input = try TableInput(path: path)
    let profile = try TableProfile(input, TableForm())
    self.init(
      path: path, profile, try ReadingPlan(proposedFor: profile, isZoned: zone != nil), zone
    ) {
      claims throws(InputError) in
      try RefillDataset(input, claims).findings
    } events: { columns, plan throws(InputError) in
      try EventFiles([input], columns, plan, known: profile)
    }
  }
}

extension RefillDataset {
  /// The assumptions and problems of the rows, for a description of their table.
  package var findings: TableDescription.ClaimFindings { (assumptions, problems) }
}
