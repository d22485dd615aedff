import AdherenceAnalytics
import Diagnostics
import Formats
import Foundation
import Interchange
import Scheduling
import TestSupport

/// Valid records of every kind, from which mutated ones are made.
enum SampleRecords {
  /// The records as trees, in one order on every machine.
  static func nodes() throws -> [JSONNode] { try (lines + cohort()).map { try JSONNode($0) } }

  /// Patients of the repository's cohort, with the first part of their records.
  private static func cohort() throws -> [String] {
    let source = try monitoring()
    var lines: [String] = []
    var reader = source.makeReader()
    for place in [0, 9, 23] {
      try reader.read(place..<place + 1) { entry throws(InputError) in
        var record = entry.record
        record.outcomes = OutcomeTable(record.outcomes.prefix(40))
        lines.append(try RecordLine.text(of: record))
      }
    }
    return lines
  }

  private static let lines = [
    // Edits and every kind of hold.
    """
    {"patient":{"id":"held","zone":"Europe/Berlin","group":"A","start":"2025-01-06"},
    "tasks":[
    {"id":"med","matching":"window","schedule":{"elements":[
    {"id":"am","start":"2025-01-06T08:00:00","every":"P1D","targets":[{"value":2,"units":"mg"}]},
    {"id":"pm","start":"2025-01-06T20:00:00","every":"P1D",
    "window":{"opensBefore":"PT1H","closesAfter":"PT2H","lateUntil":"PT4H"}}]}},
    {"id":"med","effectiveFrom":"2025-01-20T00:00:00","recordedAt":"2025-01-19T10:00:00Z",
    "schedule":{"elements":[{"id":"am","start":"2025-01-06T09:00:00","every":"P2D"}]}}],
    "holds":[{"task":"med","from":"2025-01-10","to":"2025-01-12"},
    {"from":"2025-01-25T12:00:00","to":"2025-01-28T06:00:00","mode":"extend"},
    {"from":"2025-03-01","mode":"truncate","id":"h"}],
    "outcomes":[
    {"task":"med","element":"am","nominal":"2025-01-06T08:00:00","time":"2025-01-06T08:10:00","value":2,
    "units":"mg"},
    {"task":"med","element":"pm","nominal":"2025-01-07T20:00:00","status":"declined"},
    {"task":"med","time":"2025-01-08T08:01:00","value":1},
    {"task":"med","time":"2025-01-08T20:30:00"},{"task":"med","time":"2025-01-08T20:31:00"},
    {"task":"med","time":"2025-01-23T09:30:00"}]}
    """,
    // A journey, rules, cycles, months and an elapsed period.
    """
    {"patient":{"id":"travelling","zone":"America/New_York;2025-01-15T22:00:00Z=Asia/Tokyo"},
    "tasks":[{"id":"med","matching":"nearest","minWait":"PT15M","schedule":{"elements":[
    {"id":"dose","start":"2025-01-06T08:00:00","rule":"FREQ=DAILY;BYHOUR=8,20"},
    {"id":"month","start":"2024-12-31T09:00:00","every":"P1M"},
    {"id":"cycle","start":"2025-01-06T12:00:00","cycle":{"on":21,"off":7},"times":["07:00","19:00"]},
    {"id":"drip","start":"2025-01-06T08:00:00","every":"PT8H","duration":"PT30M",
    "end":"2025-01-10T08:00:00"},
    {"id":"visit","start":"2025-01-06","rule":"FREQ=WEEKLY;BYDAY=MO,TH"}],
    "exclusions":[{"date":"2025-01-09"},{"at":"2025-01-10T08:00:00","element":"dose"}],
    "overrides":{"dose/2025-01-11T08:00:00":{"start":"2025-01-11T10:00:00"},
    "dose/2025-01-12T08:00:00":{"cancelled":true},"dose/2025-01-13T11:00:00":{"added":true}}}}],
    "outcomes":[{"task":"med","time":"2025-01-06T13:05:00Z"},{"task":"med","time":"2025-01-07T01:00:00Z"},
    {"task":"med","time":"2025-01-16T08:00:00Z","value":1.5},
    {"task":"med","element":"dose","nominal":"2025-01-17T08:00:00"}]}
    """,
    // Elements without times, and values of every kind.
    """
    {"patient":{"id":"free","zone":"Australia/Lord_Howe"},
    "tasks":[{"id":"a","group":"g","schedule":{"elements":[
    {"id":"walk","start":"2025-01-06T00:00:00","quota":{"count":3,"per":"P1W"}},
    {"id":"spray","start":"2025-01-06T00:00:00","asNeeded":{"maximum":4,"per":"PT24H","minGap":"PT2H"}}]}},
    {"id":"b","scoring":"reached","carePlan":"p","schedule":{"elements":[
    {"id":"am","start":"2025-01-06T07:00:00","rule":"FREQ=MONTHLY;BYDAY=-1FR,1MO","count":9,
    "targets":[{"value":140,"condition":"atMost","units":"mmHg","kind":"systolic"},{"low":4,"high":8,"kind":"glucose"}]},
    {"id":"pm","start":"2025-01-06T00:00:00Z","timeZone":"Asia/Kolkata","every":"P1D","duration":"P1D",
    "gap":"skip","overlap":"both"}],"distinct":true}}],
    "carePlans":[{"id":"p","title":"Plan"}],
    "outcomes":[{"task":"a","time":"2025-01-07T10:00:00","value":5},
    {"task":"a","element":"spray","nominal":"2025-01-08T10:00:00"},
    {"task":"b","element":"am","nominal":"2025-01-31T07:00:00","values":[{"value":135,"units":"mmHg",
    "kind":"systolic"},{"value":5.5,"kind":"glucose"},{"value":"well"},{"value":true}]},
    {"task":"b","time":"2025-01-09T02:00:00","status":"skipped"}]}
    """,
  ].map { $0.replacing("\n", with: "") }
}
