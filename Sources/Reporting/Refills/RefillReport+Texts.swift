import AdherenceAnalytics
import AdherenceStatistics
package import Interchange

extension RefillReport {
  /// Formats the heading: the number of patients, the observation, and the handling of claims.
  ///
  /// - Parameters:
  ///   - options: The options that set another end of observation, if it is the last fill in the
  ///     data.
  ///   - showsPatients: Whether numbers of patients and claims may be disclosed.
  /// - Returns: The lines, followed by an empty one.
  package func heading(options: String, showsPatients: Bool = true) -> String {
    var end = ""
    if case .lastFill = request.query.observationEnd { end = " (\(options))" }
    let days = "\(request.observationWords)\(end)\n"
    if !showsPatients { return "Number of patients withheld, \(days)\n" }
    return "\(PageWords.count(patients, "patient")), \(days)\(claimLines)\n"
  }

  /// The handling of claim rows, one line each; empty if all rows are fills.
  private var claimLines: String {
    let (rows, open) = (counts.claims.description, counts.claims.openEnds)
    let lines = [
      rows.isEmpty ? nil : "\(counts.fills.read) claim lines: \(counts.usedFills) fills, \(rows)\n",
      open == 0
        ? nil
        : "\(PageWords.count(open, "patient")) with a last day observed years after the last fill: taken as open\n",
    ]
    return lines.compactMap(\.self).joined()
  }

  /// The parameters, definitions and counts, as in `refills.json`.
  package var json: String { RefillDefinitions.json(self) }

  /// Returns the page with its charts as one self-contained file.
  package func page(of dataset: RefillDataset) -> [UInt8] {
    let collection = RefillCollection(request, for: RefillPageMaker.charts(request))
    for place in dataset.patientIDs.indices {
      collection.add(dataset.record(at: place), at: place)
    }
    let charts = RefillCharts(dataset, request)
    return RefillPageMaker(self, collection, charts, files: nil).page
  }
}
