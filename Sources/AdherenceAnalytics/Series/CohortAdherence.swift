import Scheduling

/// The adherence of many patients: one row per group, task and period.
///
/// Patients are added one by one and forgotten, but for one ratio each per row.
public struct CohortAdherence: Sendable {
  private struct RowKey: Hashable {
    var group: String?
    var task: String?
  }

  /// The periods of every row.
  public let spans: [PeriodSpan]
  private var order: [RowKey] = []
  private var members: [RowKey: [Members]] = [:]

  /// Creates a cohort without patients.
  public init(spans: [PeriodSpan]) { self.spans = spans }

  /// Adds a patient, to the whole cohort and to the patient's group.
  ///
  /// - Precondition: The patient's series have the cohort's spans.
  public mutating func add(_ patient: PatientAdherence) {
    precondition(patient.spans == spans, "patient \(patient.patient.id) has other periods")
    for series in [patient.total] + patient.tasks {
      add(series, to: RowKey(group: nil, task: series.task))
      if let group = patient.patient.group {
        add(series, to: RowKey(group: group, task: series.task))
      }
    }
  }

  private mutating func add(_ series: AdherenceSeries, to key: RowKey) {
    if members[key] == nil { order.append(key) }
    members[key, default: Array(repeating: Members(), count: spans.count)].withEach {
      index, members in
      members.add(series.periods[index])
    }
  }

  /// The rows: the whole cohort first, then its groups by name; in each the total first, then tasks
  /// in one order.
  public var rows: [CohortRow] {
    let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    func rank(_ key: RowKey) -> (String, Int) {
      (key.group.map { "1\($0)" } ?? "", places[RowKey(group: nil, task: key.task)] ?? 0)
    }
    return order.sorted { rank($0) < rank($1) }.flatMap { key in
      zip(spans, members[key] ?? []).map { span, members in
        CohortRow(group: key.group, task: key.task, span: span, members)
      }
    }
  }
}

/// What a row remembers of its patients.
struct Members: Sendable {
  var pooled = Adherence()
  var ratios: [Double] = []
  var nothingDue = 0
  var reaching = 0

  mutating func add(_ adherence: Adherence) {
    pooled.merge(adherence)
    guard let ratio = adherence.ratio else {
      nothingDue += 1
      return
    }
    ratios.append(ratio)
    if adherence.reaches(CohortRow.threshold) { reaching += 1 }
  }
}

/// One row of a cohort's table.
public struct CohortRow: Sendable {
  /// The group; `nil` for the whole cohort.
  public let group: String?
  /// The task's id; `nil` for the total of those that impact adherence.
  public let task: String?
  /// The period.
  public let span: PeriodSpan
  /// All patients' counts together; its ratio is the pooled one.
  public let pooled: Adherence
  /// The patients that have the task.
  public let patients: Int
  /// Of those, the ones without a ratio.
  public let nothingDue: Int
  /// The patients whose ratio reaches ``threshold``.
  public let reaching: Int
  /// The patients' ratios, ascending.
  public let ratios: [Double]

  /// The share that counts as adherent, as numerator and denominator: 80 %, the field's convention.
  public static let threshold = (4, 5)

  init(group: String?, task: String?, span: PeriodSpan, _ members: Members) {
    self.group = group
    self.task = task
    self.span = span
    pooled = members.pooled
    patients = members.ratios.count + members.nothingDue
    nothingDue = members.nothingDue
    reaching = members.reaching
    ratios = members.ratios.sorted()
  }

  /// The mean of the patients' ratios; `nil` without any.
  public var mean: Double? {
    ratios.isEmpty ? nil : ratios.reduce(0, +) / Double(ratios.count)
  }

  /// The share of the patients with a ratio whose ratio reaches ``threshold``.
  public var reachingShare: Double? {
    ratios.isEmpty ? nil : Double(reaching) / Double(ratios.count)
  }

  /// A quantile of the patients' ratios by linear interpolation; `nil` without any.
  ///
  /// It is type 7 of Hyndman and Fan (1996), the default of R and NumPy.
  ///
  /// - Parameter share: 0 for the least, 0.5 for the median, 1 for the greatest.
  /// - Returns: The quantile, from 0 to 1.
  public func quantile(_ share: Double) -> Double? {
    guard let last = ratios.indices.last else { return nil }
    let position = min(max(share, 0), 1) * Double(last)
    let lower = Int(position)
    let upper = min(lower + 1, last)
    return ratios[lower] + (position - Double(lower)) * (ratios[upper] - ratios[lower])
  }
}

extension Array {
  fileprivate mutating func withEach(_ body: (Int, inout Element) -> Void) {
    for index in indices { body(index, &self[index]) }
  }
}
