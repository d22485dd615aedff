import AdherenceAnalytics
import Foundation
import Scheduling
import TestSampling
import TestSupport
import Testing

@testable import Interchange

/// Random claims, compared with a search through all fills for each reversal.
@Suite struct ClaimLedgerTests {
  /// A claim line; lines with equal fields are duplicates.
  private struct Line: Hashable {
    var patient: String
    var day: Int
    var days: Int
    var drugClass: String
    var claim: Int

    var text: String {
      "\(patient),\(CivilDate(dayNumber: 20_000 + day)),\(days),\(drugClass),\(claim)"
    }
  }

  private func draw(_ random: inout Seeded) -> [Line] {
    (0..<Int.random(in: 1...40, using: &random)).map { _ in
      Line(
        patient: ["m1", "m2"].randomElement(using: &random) ?? "m1",
        day: Int.random(in: 0...6, using: &random),
        days: [30, 30, 90, -30, -90].randomElement(using: &random) ?? 30,
        drugClass: Bool.random(using: &random) ? "a" : "b",
        claim: Int.random(in: 1...2, using: &random))
    }
  }

  /// Returns the remaining lines without duplicates: each reversal, in order of date and line,
  /// removes the latest fill on or before its day, the later claim of a day first.
  private func left(of lines: [Line]) -> (fills: [String], unmatched: Int) {
    var (fills, unmatched) = (lines.filter { $0.days > 0 }, 0)
    for line in lines.filter({ $0.days < 0 }).enumerated().sorted(by: {
      ($0.element.day, $0.offset) < ($1.element.day, $1.offset)
    }).map(\.element) {
      let match = fills.filter {
        ($0.patient, $0.drugClass, $0.days) == (line.patient, line.drugClass, -line.days)
          && $0.day <= line.day
      }.max { $0.day < $1.day }
      guard let match, let place = fills.lastIndex(of: match) else {
        unmatched += 1
        continue
      }
      fills.remove(at: place)
    }
    return (fills.map(name).sorted(), unmatched)
  }

  private func name(_ line: Line) -> String {
    "\(line.patient) \(line.day) \(line.days) \(line.drugClass)"
  }

  private func read(_ lines: [Line], _ duplicates: DuplicateRows?) throws -> RefillDataset {
    let text = (["member,filled,supply,atc,claim"] + lines.map(\.text)).joined(separator: "\n")
    let folder = try Folder(["claims.csv": Data(text.utf8)])
    var columns = ClaimColumns(patient: "member", date: "filled")
    (columns.days, columns.drugClass, columns.duplicates) = ("supply", "atc", duplicates)
    return try RefillDataset(table: folder.path + "/claims.csv", columns)
  }

  private func found(_ dataset: RefillDataset) -> [String] {
    dataset.patientIDs.indices.flatMap { place in
      dataset.record(at: place).fills.map {
        "\(dataset.patientIDs[place]) \($0.date.dayNumber - 20_000) \(Int($0.days)) \($0.drugClass ?? "")"
      }
    }.sorted()
  }

  @Test(arguments: (0..<300 as Range<UInt64>).sampled(12))
  func accountsForEveryLine(seed: UInt64) throws {
    var random = Seeded(state: seed)
    let lines = draw(&random)
    for duplicates in [nil, DuplicateRows.drop, .keep] {
      let dataset = try read(lines, duplicates)
      let fills = found(dataset)
      #expect(dataset.counts.fills.read == lines.count)
      #expect(dataset.counts.usedFills == fills.count)
      if duplicates == .keep {
        let naive = left(of: lines)
        #expect(fills == naive.fills && dataset.counts.fills.rejected == naive.unmatched)
      }
    }
  }

  /// Without duplicates the option has no effect.
  @Test(arguments: (0..<300 as Range<UInt64>).sampled(12))
  func reversalsAreAsDefined(seed: UInt64) throws {
    var random = Seeded(state: seed)
    var known = Set<Line>()
    let lines = draw(&random).filter { known.insert($0).inserted }
    let naive = left(of: lines)
    for duplicates in [nil, DuplicateRows.drop, .keep] {
      let dataset = try read(lines, duplicates)
      #expect(found(dataset) == naive.fills)
      #expect(dataset.counts.fills.rejected == naive.unmatched)
      #expect(dataset.counts.claims.duplicates == 0)
    }
  }

  /// Duplicating every line has no effect.
  @Test(arguments: (0..<200 as Range<UInt64>).sampled(12))
  func repetitionsChangeNothing(seed: UInt64) throws {
    var random = Seeded(state: seed)
    var known = Set<Line>()
    let lines = draw(&random).filter { known.insert($0).inserted }
    let once = try read(lines, .drop)
    let twice = try read(lines + lines, .drop)
    #expect(found(once) == found(twice))
  }
}
