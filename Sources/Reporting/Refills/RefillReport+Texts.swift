import AdherenceAnalytics
import AdherenceStatistics
package import Interchange

extension RefillReport {
  /// The first lines that people read: how many patients were observed when, and what became of the claims.
  ///
  /// - Parameters:
  ///   - options: How another end of observation is asked for, where it is the last fill in the data.
  ///   - showsPatients: Whether numbers of patients and claims may be shown.
  /// - Returns: The lines and an empty one.
  package func heading(options: String, showsPatients: Bool = true) -> String {
    var end = ""
    if case .lastFill = request.query.observationEnd { end = " (\(options))" }
    let days = "\(request.observationWords)\(end)\n"
    if !showsPatients { return "Number of patients withheld, \(days)\n" }
    return "\(PageWords.count(patients, "patient")), \(days)\(claimLines)\n"
  }

  /// What became of the rows of claims, a line each; empty where all are fills.
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

  /// How the numbers came about, as `refills.json` has it.
  package var json: String { RefillDefinitions.json(self) }

  /// The page with its pictures, in one file, of the fills that the report is of.
  package func page(of dataset: RefillDataset) -> [UInt8] {
    let collection = RefillCollection(request, for: RefillPageMaker.charts(request))
    for place in dataset.patientIDs.indices {
      collection.add(dataset.record(at: place), at: place)
    }
    let charts = RefillCharts(dataset, request)
    return RefillPageMaker(self, collection, charts, files: nil).page
  }
}
