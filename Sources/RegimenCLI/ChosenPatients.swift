import AdherenceAnalytics
import Diagnostics
import Scheduling

/// A subset of the patients of a source, in its order.
struct ChosenPatients<Source: CohortSource>: CohortSource {
  private let source: Source
  /// Their indices in the source.
  private let indices: [Int]
  let patientIDs: [String]

  /// The problems without a patient, which are ignored if some patients are chosen.
  let problems: [InputError]
  let counts: RecordCounts
  var assumptions: [String] { source.assumptions }
  var tolerance: Int { source.tolerance }
  var endsWithItsData: Bool { source.endsWithItsData }

  /// Selects patients by id; without ids all are selected.
  ///
  /// - Throws: `InputError` if an id is unknown.
  init(_ source: Source, _ ids: [String]) throws(InputError) {
    let all = source.patientIDs
    let chosen = Set(ids)
    for id in ids where !all.contains(id) {
      throw InputError(.noSuch(kind: "patient", id: id), parameter: "only")
    }
    self.source = source
    indices = all.indices.filter { chosen.isEmpty || chosen.contains(all[$0]) }
    patientIDs = indices.map { all[$0] }
    problems = chosen.isEmpty ? source.problems : []
    counts = chosen.isEmpty ? source.counts : RecordCounts()
  }

  func makeReader() throws(InputError) -> Reader {
    Reader(reader: try source.makeReader(), indices: indices)
  }

  struct Reader: CohortReader {
    fileprivate var reader: Source.Reader
    fileprivate let indices: [Int]

    mutating func read(
      _ range: Range<Int>, _ body: (CohortEntry) throws(InputError) -> Void
    ) throws(InputError) {
      // Consecutive patients are read together.
      var rest = indices[range]
      while let first = rest.first {
        let run = rest.enumerated().prefix { $0.element == first + $0.offset }.count
        try reader.read(first..<first + run, body)
        rest = rest.dropFirst(run)
      }
    }
  }
}

extension CohortSource {
  /// Returns the patients with some ids, or all if there are none.
  func chosen(_ ids: [String]) throws(InputError) -> ChosenPatients<Self> {
    try ChosenPatients(self, ids)
  }
}
