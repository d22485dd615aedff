import AdherenceAnalytics
import Foundation
import Interchange
import Scheduling
import TestSupport
import Testing

@testable import FHIR

/// Whole folders compared with an independent implementation.
@Suite struct FHIRRecordsTests {
  static let folders = ["ndjson-r4", "ndjson-r5", "bundle-r4"]

  @Test(arguments: folders) func agreesWithAnIndependentReading(_ name: String) throws {
    let (folder, expected) = try BulkCase.read(name)
    let source = try FHIRRecords(folder, expected.options.records)
    let read = try ReadRecords(source)
    let zones = read.records.map { ($0.patient.id, $0.patient.zone.id) }
    #expect(Dictionary(uniqueKeysWithValues: zones) == expected.patients)
    #expect(source.ignored == expected.ignored)
    #expect(source.foreignFiles == ["expected.json"])
    #expect(read.rejected == expected.rejected)
    #expect(read.diagnostics == expected.diagnostics.mapValues(Set.init))
  }

  @Test(arguments: folders) func countsAsTheEngineDoes(_ name: String) throws {
    let (folder, expected) = try BulkCase.read(name)
    let read = try ReadRecords(FHIRRecords(folder, expected.options.records))
    var evaluator = AdherenceEvaluator(try expected.options.query())
    var (rows, total, quotas) = ([BulkCase.Row](), Adherence(), [String: QuotaCounts]())
    for record in read.records {
      let adherence = evaluator.adherence(of: record.withRollingMaxima)
      #expect(adherence.problems.isEmpty)
      for series in adherence.tasks {
        guard case .task(let id) = series.scope else { continue }
        let counts = series.periods[0]
        let title = record.tasks.first { $0.id == id }?.title
        rows.append(.init(record.patient.id, id, title, counts.bulkCounts))
        quotas[id] = counts.quota
        total.merge(counts)
      }
    }
    rows.sort { ($0.patient, $0.task) < ($1.patient, $1.task) }
    for (row, wanted) in zip(rows, expected.tasks) {
      var counts = wanted.counts
      let (required, credited) = (
        counts.removeValue(forKey: "required"), counts.removeValue(forKey: "credited")
      )
      #expect(row == .init(wanted.patient, wanted.task, wanted.title, counts))
      #expect(isClose(quotas[row.task]?.required ?? 0, fraction(required)))
      #expect(isClose(quotas[row.task]?.credited ?? 0, fraction(credited)))
    }
    #expect(rows.count == expected.tasks.count)
    for (name, count) in total.bulkCounts { #expect(expected.total[name] == count, "\(name)") }
    #expect(isClose(total.quota.required, fraction(expected.total["required"])))
    #expect(abs((total.ratio ?? -1) - expected.ratio) < 1e-9)
  }

  @Test(arguments: folders) func fillsAndStays(_ name: String) throws {
    let (folder, expected) = try BulkCase.read(name)
    let data = try FHIRRecords(folder, expected.options.records).refills()
    var (fills, stays) = ([BulkCase.FillFacts](), [BulkCase.StayFacts]())
    for place in data.patientIDs.indices {
      let record = data.record(at: place)
      fills += record.fills.map {
        .init(
          patient: record.patient, date: "\($0.date)", days: $0.days, dose: $0.dose,
          class: $0.drug)
      }
      stays += record.stays.map {
        .init(patient: record.patient, from: "\($0.days.lowerBound)", to: "\($0.days.upperBound)")
      }
    }
    #expect(Set(fills) == Set(expected.fills))
    #expect(fills.count == expected.fills.count)
    #expect(stays == expected.stays)
  }

  /// Shares of quotas, which are written as exact fractions.
  private func fraction(_ text: String?) -> Double {
    let parts = (text ?? "0").split(separator: "/").compactMap { Double($0) }
    return parts.count == 2 ? parts[0] / parts[1] : parts.first ?? 0
  }

  private func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-6 }
}

extension CareRecord {
  /// The record as counted in `expected.json`: a maximum per day applies to any 24 hours, and not
  /// to each of the patient's days.
  fileprivate var withRollingMaxima: CareRecord {
    var record = self
    for task in record.tasks.indices {
      for index in record.tasks[task].schedule.elements.indices {
        guard case .asNeeded(var caps) = record.tasks[task].schedule.elements[index].recurrence,
          caps.per == ISODuration(days: 1)
        else { continue }
        caps.per = ISODuration(seconds: 86_400)
        record.tasks[task].schedule.elements[index].recurrence = .asNeeded(caps)
      }
    }
    return record
  }
}
