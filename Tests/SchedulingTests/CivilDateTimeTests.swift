import Scheduling
import Testing

@Suite struct CivilDateTimeTests {
  @Test(arguments: ["0001-01-01T00:00:00", "1969-12-31T23:59:59", "9999-12-31T23:59:59"])
  func textsReadBack(_ text: String) {
    #expect(CivilDateTime(text)?.description == text)
  }

  @Test func secondsAndZerosMayBeLeftOut() {
    #expect(local("2024-01-04T08:00") == local("2024-01-04T08:00:00"))
    #expect(read("08:00:00", as: CivilTime.self).description == "08:00")
    #expect(read("08:00:30", as: CivilTime.self).description == "08:00:30")
  }

  @Test(arguments: [
    "", "2024-01-04", "2024-01-04T", "2024-01-04T24:00:00", "2024-01-04T08:60", "2024-01-04T8:00",
    "2024-01-04T08:00:60", "2024-01-04T08:00:", "2024-01-04T08:00:00Z", "2024-01-04  08:00:00",
    "2024-01-04T08:00:00.", "2024-01-04T08:00.5", "2023-02-29T08:00:00", "01.02.2025 08:00",
    "1/2/25 08:00", "2024-01/04 08:00", "20240104T0800", "2024-01-04T08:00:00.5x",
  ])
  func textsThatAreNoDateTimes(_ text: String) {
    #expect(CivilDateTime(text) == nil)
  }

  @Test(arguments: [
    "2024-01-04 08:00:00", "2024-01-04t08:00", "2024-01-04 08:00:00.000",
    "2024-01-04T08:00:00,999999", "2024/01/04 08:00", "20240104T080000", "20240104 08:00:00",
    "20240104T080000.5",
  ])
  func peoplesToolsWriteThemOtherwise(_ text: String) {
    #expect(CivilDateTime(text) == local("2024-01-04T08:00:00"))
  }

  @Test func splitsParts() {
    let value = local("1969-12-31T23:59:58")
    #expect(value.localSeconds == -2)
    #expect(value.date == date("1969-12-31"))
    #expect(value.time == CivilTime(hour: 23, minute: 59, second: 58))
    #expect(CivilDateTime(localSeconds: -2) == value)
    #expect(local("2024-01-01T00:00:00") < local("2024-01-01T00:00:01"))
  }
}
