import AdherenceAnalytics
import AdherenceStatistics
import Interchange
import Scheduling

/// Counts of the fills, and of what was decided where they can be read in several ways.
struct RefillTally: Sendable {
  private var fillsWithoutDrug = 0
  private var fillsWithoutClass = 0
  /// The patients whose window the end of the data cuts.
  private var cutPatients = 0
  private var lastCut: String?
  /// Whether a row has the fills of several drugs.
  private var hasSeveralDrugs = false

  /// Adds the fills of a patient.
  mutating func add(_ record: RefillRecord) {
    for fill in record.fills {
      if fill.drug == nil { fillsWithoutDrug += 1 }
      if fill.drugClass == nil { fillsWithoutClass += 1 }
    }
  }

  /// Adds the fills of a row, and when these were observed.
  mutating func add(
    part record: RefillRecord, _ observed: ObservationPeriod, _ request: RefillRequest
  ) {
    if let first = record.fills.first, !hasSeveralDrugs {
      hasSeveralDrugs = record.fills.contains {
        $0.drug != first.drug || $0.drugClass != first.drugClass
      }
    }
    guard request.hasLength, observed.endCause == .dataEnd, lastCut != record.patient,
      let from = observed.from, let to = observed.to,
      to - from < request.query.observation.length.conventionalDays
    else { return }
    (cutPatients, lastCut) = (cutPatients + 1, record.patient)
  }
}

// What is told.
extension RefillTally {
  /// What was decided, a sentence each, with the option that decides otherwise.
  func assumptions(of dataset: RefillDataset, _ request: RefillRequest) -> [String] {
    names(dataset)
      + [sequence(request), cut(request), unseenDays(dataset, request)]
      .compactMap(\.self)
  }

  private func names(_ dataset: RefillDataset) -> [String] {
    if dataset.drugs.isEmpty {
      return dataset.classes.isEmpty
        ? [
          "No column names drugs, so all fills of a patient are taken for one drug, and early refills shift among"
            + " them (a column drug, which --drug names, parts them)."
        ]
        : [
          "No column names the drugs of a class, so early refills shift among all fills of a class (--drug names the"
            + " column)."
        ]
    }
    return [withoutDrug, dataset.classes.isEmpty ? nil : withoutClass].compactMap(\.self)
  }

  private var withoutDrug: String? {
    fillsWithoutDrug == 0
      ? nil
      : "\(PageWords.count(fillsWithoutDrug, "fill")) without a drug: those of a class are taken for one drug."
  }

  private var withoutClass: String? {
    fillsWithoutClass == 0
      ? nil
      : "\(PageWords.count(fillsWithoutClass, "fill")) without a class: each of their drugs is measured for itself."
  }

  /// What measures other than the days covered make of several drugs in one row.
  private func sequence(_ request: RefillRequest) -> String? {
    let measures = request.measures.filter { $0 != .pdc }.map(\.rawValue)
    guard hasSeveralDrugs, request.summary == nil, !measures.isEmpty else { return nil }
    let carried = request.query.carryOver.onlyForSameDrug
    return "The fills of several drugs are one sequence to \(measures.joined(separator: ", "))"
      + (carried
        ? "."
        : ": supply that is left of one carries over to the next (--carry-within-drug, or --level drug).")
  }

  private func cut(_ request: RefillRequest) -> String? {
    guard cutPatients > 0, case .lastFill(let day) = request.query.observationEnd else {
      return nil
    }
    return "The last fill in the data, \(day), ends the observation of "
      + "\(PageWords.count(cutPatients, "patient")) before the \(request.query.observation.length.words) of"
      + " --observe are over, in all measures (--to or --observed-to says until when the data reach)."
  }

  /// The days that an end asks for beyond the data.
  private func unseenDays(_ dataset: RefillDataset, _ request: RefillRequest) -> String? {
    guard let last = dataset.lastDay, case .on(let end) = request.query.observationEnd, end > last
    else { return nil }
    return
      "\(PageWords.count(end - last, "day")) after the last fill in the data, \(last), count as observed, as"
      + " --to says (an earlier --to, or none, ends with the data)."
  }
}
