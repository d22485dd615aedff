import Foundation
import Testing

@Suite struct ExpandCommandTests {
  private let schedule = "Datasets/schedules/tablet.json"

  @Test func list() throws {
    let result = try Tool.run(
      "expand", schedule, "--from", "2025-03-08", "--to", "2025-03-11", "--zone",
      "America/New_York")
    #expect(result.status == 0)
    #expect(
      result.output == #"""
        start,end,element,ordinal,nominal,index,text,units,targets
        2025-03-08T13:00:00Z,2025-03-08T13:00:00Z,tablet,132,2025-03-08T08:00:00,161,With water,dose,"[{""units"":""dose"",""value"":1}]"
        2025-03-09T01:00:00Z,2025-03-09T01:00:00Z,tablet,133,2025-03-08T20:00:00,162,With water,dose,"[{""units"":""dose"",""value"":1}]"
        2025-03-10T12:00:00Z,2025-03-10T12:00:00Z,tablet,136,2025-03-10T08:00:00,165,With water,dose,"[{""units"":""dose"",""value"":1}]"
        2025-03-10T21:00:00Z,2025-03-10T21:30:00Z,walk,29,2025-03-10T17:00:00,166,,,
        2025-03-11T00:00:00Z,2025-03-11T00:00:00Z,tablet,137,2025-03-10T20:00:00,167,With water,dose,"[{""units"":""dose"",""value"":1}]"

        """#)
  }

  @Test func countAndLimit() throws {
    let range = ["--from", "2025-03-08", "--to", "2025-03-11", "--zone", "America/New_York"]
    #expect(try Tool.run(["expand", schedule, "--count"] + range).output == "5\n")
    let limited = try Tool.run(["expand", schedule, "--limit", "2", "--format", "ndjson"] + range)
    #expect(limited.lines.count == 2)
  }

  /// A query before, or long after, a date skipped or doubled every year by a policy costs no more
  /// than another.
  @Test func questionsFarFromTheAnchor() throws {
    let element =
      #"{"start":"2024-01-01T00:00:00","rule":"FREQ=SECONDLY","overlap":"both","timeZone":"America/New_York"}"#
    func line(_ from: String, _ to: String) -> String {
      #"{"schedule":{"elements":[\#(element)]},"from":"\#(from)","to":"\#(to)","limit":1}"# + "\n"
    }
    let result = try Tool.run(
      "expand", "--batch", "-",
      input: line("2023-01-01", "2024-01-01") + line("9998-03-14", "9998-03-15"))
    #expect(result.status == 0)
    #expect(result.lines.first == #"{"id":null,"occurrences":[]}"#)
    #expect(result.lines.last?.contains(#""nominal":"9998-03-13T20:00:00""#) == true)
  }

  /// Every query gets its line, in order; an invalid one gets its error, and the next is processed.
  @Test func batch() throws {
    let result = try Tool.run(
      "expand", "--batch", "-",
      input: #"""
        {"id": 1, "schedule": {"elements": [{"start": "2024-03-09T08:00:00", "every": "PT8H"}]}, "zone": "America/New_York", "from": "2024-03-09", "to": "2024-03-10"}
        {"id": "x", "schedule": {"elements": [{"start": "2024-03-09T08:00:00", "evry": "PT8H"}]}, "from": "2024-03-09", "to": "2024-03-11"}
        nope
        {"id": 2, "schedule": {"elements": [{"id": "day", "start": "2024-03-10"}]}, "zone": "America/New_York", "from": "2024-03-10T00:00:00Z", "to": "2024-03-11T00:00:00Z"}

        """#)
    #expect(result.status == 1)
    #expect(
      result.output == #"""
        {"id":1,"occurrences":[{"start":"2024-03-09T13:00:00Z","end":"2024-03-09T13:00:00Z","element":"1","ordinal":0,"nominal":"2024-03-09T08:00:00","index":0,"text":null,"units":null,"targets":null},{"start":"2024-03-09T21:00:00Z","end":"2024-03-09T21:00:00Z","element":"1","ordinal":1,"nominal":"2024-03-09T16:00:00","index":1,"text":null,"units":null,"targets":null}]}
        {"id":"x","occurrences":[],"error":"standard input:2: 'schedule.elements.0.evry' is unknown (known: id, start, allDay, timeZone, every, rule, cycle, quota, asNeeded, times, begin, end, count, duration, window, targets, text, monthEnd, gap, overlap, after)"}
        {"id":null,"occurrences":[],"error":"standard input:3: is not a JSON value: 'nope' (check quotes, commas and braces)"}
        {"id":2,"occurrences":[{"start":"2024-03-10T05:00:00Z","end":"2024-03-11T04:00:00Z","element":"day","ordinal":0,"nominal":"2024-03-10T00:00:00","index":0,"text":null,"units":null,"targets":null}]}

        """#)
  }
}
