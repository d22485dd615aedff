package import Diagnostics
package import Interchange
package import Scheduling

extension TableDescription {
  /// Describes an Arrow file in the same way as a text table.
  ///
  /// - Throws: `InputError` if the file cannot be read or has a column of an unsupported type.
  package init(arrowFile path: String, zone: Zone? = nil) throws(InputError) {
    let table = try ArrowEventTable(ArrowStream(file: path), name: path)
    let profile = table.profile
    let known = zone ?? table.zone(ofTime: nil)
    let plan = try ReadingPlan(proposedFor: profile, isZoned: known != nil)
    self.init(path: path, profile, plan, zone) { columns throws(InputError) in
      try RefillDataset(claims: ArrowStream(file: path), columns).findings
    } events: { columns, plan throws(InputError) in
      try EventFiles(ArrowStream(file: path), columns, plan)
    }
  }
}
