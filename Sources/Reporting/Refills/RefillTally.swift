import AdherenceAnalytics
import AdherenceStatistics
import Interchange
import Scheduling

/// The conditions in the fills under which the assumptions of a report apply, collected patient by
/// patient.
///
/// Assumptions contain no counts of patients or fills, which would have to be withheld for small
/// groups.
struct RefillTally: Sendable {
  private var hasUnnamedDrugs = false
  private var hasUnnamedClasses = false
  /// Whether a row combines the fills of several drugs.
  private var hasSeveralDrugs = false
  /// Whether the end of the data clips a patient's window.
  private var hasCutWindows = false

  mutating func add(_ record: RefillRecord) {
    hasUnnamedDrugs = hasUnnamedDrugs || record.fills.contains { $0.drug == nil }
    hasUnnamedClasses = hasUnnamedClasses || record.fills.contains { $0.drugClass == nil }
  }

  /// Adds the fills of a row with its observation.
  mutating func add(
    part record: RefillRecord, _ observed: ObservationPeriod, _ request: RefillRequest
  ) {
    if !hasSeveralDrugs, let first = record.fills.first {
      hasSeveralDrugs = record.fills.contains {
        $0.drug != first.drug || $0.drugClass != first.drugClass
      }
    }
    guard request.hasLength, observed.endCause == .dataEnd, let from = observed.from,
      let to = observed.to
    else { return }
    let days = to - from + 1
    hasCutWindows = hasCutWindows || days < request.query.observation.length.conventionalDays
  }
}

extension RefillTally {
  /// Returns the assumptions, one sentence each, with the option that changes it.
  func assumptions(of dataset: RefillDataset, _ request: RefillRequest) -> [String] {
    names(dataset)
      + [sequence(request), cut(request), unseenDays(dataset, request)].compactMap(\.self)
  }

  private func names(_ dataset: RefillDataset) -> [String] {
    let option = "(--drug names the column of drugs)."
    if dataset.drugs.isEmpty {
      return [
        dataset.classes.isEmpty
          ? "No column names drugs, so early refills shift among all fills of a patient \(option)"
          : "No column names the drugs of a class, so early refills shift among all its fills \(option)"
      ]
    }
    var sentences: [String] = []
    if hasUnnamedDrugs {
      sentences.append("Fills without a drug are taken for one drug of their class.")
    }
    if hasUnnamedClasses, !dataset.classes.isEmpty {
      sentences.append("Fills without a class are measured for each drug.")
    }
    return sentences
  }

  /// Returns the assumption of measures other than the days covered about several drugs in one row.
  private func sequence(_ request: RefillRequest) -> String? {
    let measures = request.measures.filter { $0 != .pdc }.map(\.rawValue)
    guard hasSeveralDrugs, request.summary == nil, !measures.isEmpty else { return nil }
    let carried =
      request.query.carryOver.onlyForSameDrug
      ? "." : ", of which supply that is left goes on to the next (--carry-within-drug drops it)."
    return "Several drugs of a row are one sequence of fills to "
      + measures.joined(separator: ", ") + carried
  }

  private func cut(_ request: RefillRequest) -> String? {
    guard hasCutWindows, case .lastFill(let day) = request.query.observationEnd else { return nil }
    return "The last fill in the data, \(day), ends some observations before the "
      + "\(request.query.observation.length.words) of --observe are over (--to or --observed-to says until when the"
      + " data reach)."
  }

  /// Returns the note on days of the given end beyond the data.
  private func unseenDays(_ dataset: RefillDataset, _ request: RefillRequest) -> String? {
    guard let last = dataset.lastDay, case .on(let end) = request.query.observationEnd, end > last
    else { return nil }
    return
      "The data have no fill after \(last); the days to \(end) count as observed, as --to says."
  }
}
