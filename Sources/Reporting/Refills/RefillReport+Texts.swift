package import Interchange

extension RefillReport {
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
