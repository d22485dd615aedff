import AdherenceAnalytics
import Charts
import Scheduling
import Testing

/// One row per point, in the units of the axes.
@Suite struct ChartDataCSVTests {
  @Test func `Each part has its row`() {
    var chart = ChartData(
      .rolling, title: "", summary: "", x: SampleCharts.days,
      y: ChartAxis("Time", .clock), color: .share("Ratio"))
    chart.series = [
      ChartSeries(
        "a,b", .line, .primary,
        [
          ChartPoint(20_100, 30_600, xEnd: 20_107, label: "say \"so\""),
          ChartPoint(20_100.5, nil, missing: "allOnHold"), ChartPoint(20_101, 94_500),
        ], statistic: "ratio", of: ChartSubject(task: "med", group: "a"))
    ]
    chart.bands = [ChartBand(.x, from: 20_100, to: 20_101, "Hold", .onHold)]
    chart.references = [ReferenceLine(.y, at: 28_800, "planned")]
    chart.annotations = [ChartAnnotation(x: 20_100, "=here")]
    chart.table = ChartTable(
      "At risk", statistic: "atRisk", columns: [20_100], rows: [.init("A", [40])])
    #expect(
      chart.csv() == """
        \(columns)
        point,ratio,primary,med,a,,2025-01-12,2025-01-19,8.5,,,,,,"a,b","say ""so""\",\(day()),\(day(19)),8.5,
        point,ratio,primary,med,a,,2025-01-12,,,,,,allOnHold,,"a,b",,2025-01-12T12:00:00.000Z,,,
        point,ratio,primary,med,a,,2025-01-13,,26.25,,,,,,"a,b",,\(day(13)),,26.25,
        band,onHold,onHold,,,,2025-01-12,2025-01-13,,,,,,,,Hold,\(day()),\(day(13)),,
        reference,reference,reference,,,,,,8,,,,,,,planned,,,8,
        annotation,signal,signal,,,,2025-01-12,,,,,,,,,"'=here",\(day()),,,
        table,atRisk,,,,,2025-01-12,,40,,,,,,A,,\(day()),,,

        """)
  }

  /// The columns that every chart has.
  private let columns =
    "part,statistic,role,task,group,patient,periodStart,periodEnd,value,lower,upper,n,missing,panel,"
    + "series,label,x,xEnd,y,yEnd"

  /// A day of January, in a chart with positions within days.
  private func day(_ number: Int = 12) -> String { "2025-01-\(number)T00:00:00.000Z" }

  /// Fields are the last columns of the CSV, and properties in JSON.
  @Test func `Fields follow the columns`() throws {
    var chart = ChartData(
      .values, title: "", summary: "", x: SampleCharts.days, y: ChartAxis("", .number))
    chart.fields = [
      ChartField("n", .number), ChartField("on", .date), ChartField("at", .instant),
      ChartField("who", .text),
    ]
    let moment = try #require(Instant("2025-03-09T12:10:00Z"))
    let values: [[ChartValue?]] = [
      [
        .number(0), .date(CivilDate(dayNumber: 20_156)), .instant(moment, offset: -14_400),
        .text("a,b"),
      ],
      [nil, nil, .instant(moment, offset: 19_800), nil], [],
      // A zone of the nineteenth century, whose offset is not a whole number of minutes.
      [.number(0.5), nil, .instant(moment, offset: -17_762), nil],
    ]
    chart.series = [
      ChartSeries(
        "A", .dot, .primary,
        values.map { values in
          var point = ChartPoint(20_100, 1)
          point.values = values
          return point
        })
    ]
    chart.references = [ReferenceLine(.y, at: 2, "two")]
    #expect(
      chart.csv() == """
        \(columns),on,at,who
        point,primary,primary,,,,2025-01-12,,1,,,0,,,A,,2025-01-12,,1,,2025-03-09,2025-03-09T08:10:00-04:00,"a,b"
        point,primary,primary,,,,2025-01-12,,1,,,,,,A,,2025-01-12,,1,,,2025-03-09T17:40:00+05:30,
        point,primary,primary,,,,2025-01-12,,1,,,,,,A,,2025-01-12,,1,,,,
        point,primary,primary,,,,2025-01-12,,1,,,0.5,,,A,,2025-01-12,,1,,,2025-03-09T12:10:00Z,
        reference,reference,reference,,,,,,2,,,,,,,two,,,2,,,,

        """)
    #expect(
      chart.json().contains(
        #""y":1,"on":"2025-03-09","at":"2025-03-09T08:10:00-04:00","who":"a,b"}"#))
  }

  /// The rows of the CSV and those of the specification are equal for any content.
  @Test func `Other readers find every cell`() throws {
    var random = RandomCharts(seed: 22)
    for _ in 0..<100 {
      let chart = random.chart()
      let lines = try CSVTable.rows(chart.csv())
      let points = chart.series.flatMap { series in series.points.map { (series.name, $0) } }
      let rows = lines.dropFirst().filter { $0[0] == "point" }
      #expect(rows.count == points.count)
      for (row, (name, point)) in zip(rows, points) {
        #expect(row[14] == guarded(name) && row[15] == guarded(point.label ?? ""))
        #expect(row[12] == point.missing ?? "")
        #expect(row[18].isEmpty == (point.y == nil) || chart.y.scale == .category)
      }
    }
  }
}

/// The text escaped against spreadsheet formulas, by definition.
private func guarded(_ text: String) -> String {
  let rest = text.unicodeScalars.drop { $0 == "'" }
  return rest.first.map { "=+-@\t\r\n".unicodeScalars.contains($0) } == true ? "'" + text : text
}

/// A literal RFC 4180 parser.
enum CSVTable {
  static func rows(_ text: String) throws -> [[String]] {
    var (rows, row, cell, isQuoted) = ([[String]](), [String](), [UInt8](), false)
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      if isQuoted {
        if byte != 34 {
          cell.append(byte)
        } else if bytes.first == 34 {
          cell.append(34)
          bytes.removeFirst()
        } else {
          isQuoted = false
        }
      } else if byte == 34 {
        isQuoted = true
      } else if byte == 44 || byte == 10 {
        row.append(String(decoding: cell, as: UTF8.self))
        cell = []
        if byte == 10 {
          rows.append(row)
          row = []
        }
      } else {
        cell.append(byte)
      }
    }
    return rows
  }
}
