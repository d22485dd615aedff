import ScheduleFormats
import Scheduling
import Testing

@Suite struct CivilTimeTests {
  @Test func clocksHaveNoOtherTimes() {
    #expect(CivilTime(hour: 24) == nil)
    #expect(CivilTime(hour: 0, minute: 60) == nil)
    #expect(CivilTime(hour: 0, second: -1) == nil)
  }

  @Test(arguments: [
    ("8:05", "08:05"), ("08:05:30", "08:05:30"), ("8:05 pm", "20:05"), ("8pm", "20:00"),
    ("20.05", "20:05"), ("20h05", "20:05"), ("20 h 05", "20:05"), ("0805", "08:05"),
    ("12:00 a.m.", "00:00"), (" 08:05 Uhr ", "08:05"), ("08:05:30.9", "08:05:30"),
  ])
  func writtenTimes(_ text: String, _ time: String) {
    #expect(CivilTime(written: text)?.description == time)
  }

  @Test(arguments: [
    "", "8", "20", "805", "2405", "0860", "080530", "24:00", "8:60", "8:5", "13:00 pm", "0.3333",
    "8.5", "3.3.25", "20.05.20", "8h", "8:05 EST", "2025-03-03 08:05", "1e4", "morning",
  ])
  func textsThatAreNoTimes(_ text: String) { #expect(CivilTime(written: text) == nil) }

  @Test(arguments: [
    ("0.3333", "08:00"), (".5", "12:00"), ("0", "00:00"), ("0.33335648148", "08:00:02"),
    ("0.9999999", "23:59:59"),
  ])
  func fractionsOfADay(_ text: String, _ time: String) {
    #expect(CivilTime(excelFraction: text)?.description == time)
  }

  @Test(arguments: ["", ".", "1", "1.5", "-0.5", "0:5", "8:05"])
  func textsThatAreNoFractions(_ text: String) {
    #expect(CivilTime(excelFraction: text) == nil)
  }
}
