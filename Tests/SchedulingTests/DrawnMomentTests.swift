import ScheduleFormats
import Scheduling
import TestSampling
import Testing

/// Random moments, written in every format, parse to the same moments.
@Suite struct DrawnMomentTests {
  /// A format as a program would write it, from the parts of a moment.
  struct Form: Sendable {
    var format: MomentFormat
    /// Whether the format has minutes and seconds.
    var hasTime = true
    var hasSeconds = true
    var print: @Sendable (Parts) -> String
  }

  /// The parts of a moment as texts.
  struct Parts {
    var local: CivilDateTime
    var offset: Int

    var year: Int { local.date.year }
    var month: Int { local.date.month }
    var day: Int { local.date.day }
    var date: String { "\(local.date)" }
    var mm: String { two(month) }
    var dd: String { two(day) }
    var yy: String { two(year % 100) }
    var time: String {
      "\(two(local.time.hour)):\(two(local.time.minute)):\(two(local.time.second))"
    }
    var minutes: String { String(time.prefix(5)) }
    var hour12: Int { (local.time.hour + 11) % 12 + 1 }
    var tail: String { String(time.dropFirst(2)) }
    var half: String { local.time.hour < 12 ? "AM" : "PM" }
    var weekday: String { local.date.weekday.description }
    var sign: String { offset < 0 ? "-" : "+" }
    var hh: String { two(abs(offset) / 3600) }
    var zone: String { two(abs(offset) / 60 % 60) }
    var seconds: Int64 { local.localSeconds }

    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
    func name(_ list: [String]) -> String { list[month - 1] }
  }

  private static let english = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  private static let german = [
    "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
    "November", "Dezember",
  ]
  private static let french = [
    "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre",
    "octobre", "novembre", "décembre",
  ]
  private static let spanish = [
    "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre",
    "octubre", "noviembre", "diciembre",
  ]

  static let forms: [Form] = [
    Form(format: .automatic) { "\($0.date)T\($0.time)" },
    Form(format: .automatic) { "\($0.year)/\($0.month)/\($0.day) \($0.time)" },
    Form(format: .automatic) { "\($0.year)\($0.mm)\($0.dd)T\($0.time)" },
    Form(format: .automatic, hasSeconds: false) { "\($0.date) \($0.minutes)" },
    Form(format: .automatic, hasTime: false) { $0.date },
    Form(format: .automatic, hasTime: false) { "\($0.year)\($0.mm)\($0.dd)" },
    Form(format: .automatic, hasTime: false) { "\($0.year)\($0.mm)\($0.dd).0" },
    Form(format: .automatic) {
      "\($0.year)\($0.mm)\($0.dd)\($0.time.filter { $0 != ":" })"
    },
    Form(format: .automatic, hasSeconds: false) {
      "\($0.year)\($0.mm)\($0.dd)\($0.minutes.filter { $0 != ":" })"
    },
    Form(format: .automatic) { "\($0.dd)-\($0.name(english).prefix(3))-\($0.year) \($0.time)" },
    Form(format: .automatic) {
      "\($0.name(english).prefix(3)) \($0.dd), \($0.year), \($0.hour12)\($0.tail) \($0.half)"
    },
    Form(format: .automatic) {
      "\($0.weekday), \($0.name(english)) \($0.day), \($0.year) at \($0.hour12)\($0.tail)\u{202F}\($0.half)"
    },
    Form(format: .automatic) {
      "\($0.weekday.prefix(3)) \($0.name(english).prefix(3)) \($0.day) \($0.time) \($0.year)"
    },
    Form(format: .automatic) { "\($0.dd)\($0.name(english).prefix(3))\($0.year):\($0.time)" },
    Form(format: .automatic) { "\($0.day). \($0.name(german)) \($0.year) um \($0.time)" },
    Form(format: .automatic) { "\($0.day) \($0.name(french)) \($0.year) à \($0.time)" },
    Form(format: .automatic) { "\($0.day) de \($0.name(spanish)) de \($0.year), \($0.time)" },
    Form(format: .dayFirst) { "\($0.dd).\($0.mm).\($0.year) \($0.time)" },
    Form(format: .dayFirst) { "\($0.day)/\($0.month)/\($0.year), \($0.time)" },
    Form(format: .dayFirst, hasTime: false) { "\($0.day) \($0.month) \($0.year)" },
    Form(format: .monthFirst) {
      "\($0.month)/\($0.day)/\($0.year), \($0.hour12)\($0.tail) \($0.half)"
    },
    Form(format: .monthFirst) {
      "\($0.mm)-\($0.dd)-\($0.year) \($0.hour12)\($0.tail)\($0.half.lowercased())"
    },
    Form(format: .excel) { "\(Double($0.seconds) / 86_400 + 25_569)" },
    Form(format: .excel, hasTime: false) { "\($0.local.date.dayNumber + 25_569)" },
  ]

  static let zonedForms: [Form] = [
    Form(format: .automatic) { "\($0.date)T\($0.time)\($0.sign)\($0.hh):\($0.zone)" },
    Form(format: .automatic) { "\($0.date) \($0.time) \($0.sign)\($0.hh)\($0.zone)" },
    Form(format: .automatic) {
      let name = $0.name(english).prefix(3)
      let day = "\($0.weekday.prefix(3)), \($0.dd) \(name) \($0.year)"
      return "\(day) \($0.time) \($0.sign)\($0.hh)\($0.zone)"
    },
    Form(format: .automatic) {
      let day = "\($0.weekday.prefix(3)) \($0.name(english).prefix(3)) \($0.dd) \($0.year)"
      return "\(day) \($0.time) GMT\($0.sign)\($0.hh)\($0.zone) (Somewhere's Time)"
    },
    Form(format: .dayFirst) {
      "\($0.day).\($0.month).\($0.year) \($0.time) \($0.sign)\($0.hh):\($0.zone)"
    },
    Form(format: .monthFirst) {
      let clock = "\($0.hour12)\($0.tail) \($0.half)"
      return "\($0.month)/\($0.day)/\($0.year) \(clock) \($0.sign)\($0.hh)\($0.zone)"
    },
  ]

  /// The years in which spreadsheets, basic forms and two-digit years agree.
  private static func draw(_ numbers: inout SplitMix64) -> Parts {
    let range =
      local("1900-01-01T00:00:00").localSeconds...local("2100-12-31T23:59:59").localSeconds
    return Parts(
      local: CivilDateTime(localSeconds: .random(in: range, using: &numbers)),
      offset: .random(in: -48...56, using: &numbers) * 900)
  }

  private func expected(_ parts: Parts, _ form: Form) -> CivilDateTime {
    let seconds = parts.local.time.secondOfDay
    let dropped = form.hasTime ? form.hasSeconds ? 0 : seconds % 60 : seconds
    return CivilDateTime(localSeconds: parts.seconds - Int64(dropped))
  }

  @Test func momentsReadBackInEveryForm() {
    var numbers = SplitMix64(seed: 7)
    // An expectation per text would take most of the time.
    var wrong: [String] = []
    func check(_ text: String, _ format: MomentFormat, _ expected: WrittenMoment) {
      if (try? format.readWritten(text)) != expected { wrong.append("\(format): \(text)") }
    }
    for _ in (0..<5_000).sampled(1_000) {
      let parts = DrawnMomentTests.draw(&numbers)
      for form in DrawnMomentTests.forms {
        // Midnight as a spreadsheet stores it is a date.
        let hasTime = form.hasTime && !(form.format == .excel && parts.local.time == .midnight)
        let moment = WrittenMoment(local: expected(parts, form), hasTime: hasTime)
        check(form.print(parts), form.format, moment)
      }
      for form in DrawnMomentTests.zonedForms {
        let moment = WrittenMoment(local: parts.local, offset: parts.offset)
        check(form.print(parts), form.format, moment)
      }
    }
    #expect(wrong == [])
  }

  @Test func countsReadBackInUTC() throws {
    var numbers = SplitMix64(seed: 8)
    for _ in (0..<5_000).sampled(1_000) {
      let parts = DrawnMomentTests.draw(&numbers)
      let expected = WrittenMoment(local: parts.local, offset: 0, isUTC: true)
      #expect(try MomentFormat.seconds.readWritten("\(parts.seconds)") == expected)
      #expect(try MomentFormat.milliseconds.readWritten("\(parts.seconds * 1_000)") == expected)
    }
  }

  /// The automatic format reads the columns of common datasets.
  @Test func theAutomaticFormatReadsEveryMoment() throws {
    var numbers = SplitMix64(seed: 9)
    let marks = ["-", "/"]
    for _ in (0..<5_000).sampled(1_000) {
      let parts = DrawnMomentTests.draw(&numbers)
      let mark = numbers.pick(marks)
      let date = numbers.pick([
        "\(parts.year)\(mark)\(parts.mm)\(mark)\(parts.dd)", "\(parts.year)\(parts.mm)\(parts.dd)",
      ])
      let time = numbers.pick([parts.time, parts.minutes, parts.time.filter { $0 != ":" }])
      let tail = numbers.pick([
        "", ".25", ",5", "Z", " UTC", "+01:00", " -0500", "+14", "x", "+1", ".", " ",
      ])
      let text = numbers.pick([date, "\(date)\(numbers.pick(["T", "t", " ", "  "]))\(time)\(tail)"])
      guard let moment = LocalOrInstant(text) else { continue }
      #expect(try MomentFormat.automatic.read(text) == moment, "\(text)")
    }
  }
}
