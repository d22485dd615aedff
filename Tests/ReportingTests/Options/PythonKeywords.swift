import Charts
import Reporting

/// The module of the Python package with its keyword options, rendered from the specification.
enum PythonKeywords {
  static var text: String {
    ([heading] + aliases + [sets] + classes.map(\.text)).joined(separator: "\n")
  }

  /// A class of options.
  fileprivate struct OptionClass {
    var name: String
    var bases: [String] = []
    var summary: String
    var options: [OptionSpecification]
  }

  private static let classes = [
    OptionClass(
      name: "Measuring", summary: "Options of the matching of outcomes and of the denominator.",
      options: OptionBinding<CohortParameters>.measuring.map(\.specification)),
    OptionClass(
      name: "Work",
      summary: "Options of the selection and grouping of patients, and of the execution.",
      options: OptionBinding<CohortParameters>.work.map(\.specification)),
    OptionClass(
      name: "Parameters", summary: "The parameters of measures.",
      options: OptionBinding<CohortParameters>.parameters.map(\.specification)),
    OptionClass(
      name: "TableOptions",
      summary: "Options of a table of events; columns that are not named are detected.",
      options: OptionQuestion.table.options.without("schedule", "patients")),
    OptionClass(
      name: "AdherenceOptions", bases: ["Measuring", "Work", "Parameters", "TableOptions"],
      summary: "The options of `adherence`.",
      options: OptionBinding<CohortParameters>.tables.map(\.specification)
        .without("by", "no-totals")),
    OptionClass(
      name: "EventOptions", bases: ["Measuring", "TableOptions"],
      summary: "The options of `events`.",
      options: OptionBinding<CohortParameters>.selection.map(\.specification)),
    OptionClass(
      name: "MergeOptions", summary: "The options of `merge`.",
      options: OptionQuestion.merge.options.without("no-totals")),
    OptionClass(
      name: "Look",
      summary: "The appearance of pictures; Vega-Lite specifications leave it to the renderer.",
      options: OptionBinding<ChartParameters>.look.map(\.specification)),
    OptionClass(
      name: "ChartOptions", bases: ["Look"], summary: "The options of charts.",
      options: OptionQuestion.chart.options
        .without("chart", "format", "theme", "width", "height", "scale")),
    OptionClass(
      name: "ExpandOptions", summary: "The options of `expand`.",
      options: OptionQuestion.expand.options.without("schedule", "start", "end", "zone")),
    OptionClass(
      name: "ClaimOptions",
      summary: "Options of a table of claims; columns that are not named are detected.",
      options: OptionQuestion.claims.options),
    OptionClass(
      name: "Refilling", summary: "Options of measures of refills.",
      options: OptionQuestion.refills.options.without("measure", "start", "end")),
    OptionClass(
      name: "RefillOptions", bases: ["Refilling", "ClaimOptions"],
      summary: "The options of `refills`.", options: []),
  ]

  private static let heading = """
    \"""The keyword options of the public functions, for type checkers, docstrings and error messages.

    Generated from the specification of options in Sources/Reporting/Options: do not edit. A test
    compares this file with the specification, and writes what it should be to .build/keywords.py.
    \"""

    from __future__ import annotations

    from datetime import date, datetime, time, timedelta
    from typing import Any, Literal, Mapping, Sequence, TypedDict, Union

    #: A day: a date, or a text such as 2025-01-13.
    Day = Union[date, str]
    #: An instant: a datetime with a time zone, or a text such as 2025-12-31T22:00:00Z.
    Moment = Union[datetime, str]
    #: An instant or a local time.
    Local = Union[datetime, date, str]
    #: A time of day, or a text such as 08:00.
    Time = Union[time, str]
    #: A share from 0 to 1, or a text such as '5%'.
    Share = Union[float, str]
    #: A number of days: a number, a timedelta, or a text such as '30d'.
    Days = Union[int, timedelta, str]
    #: A length of time: a timedelta, or a text such as '15m'.
    Duration = Union[timedelta, str]
    #: A plan in plain words, as a recurrence rule or as JSON, or plans by task id.
    Plan = Union[str, Mapping[str, Any]]
    """

  /// The types of arguments that are no keyword options, and of lists.
  private static var aliases: [String] {
    func names(_ question: OptionQuestion, _ name: String) -> [String] {
      guard let type = question[name: name]?.type else { return [] }
      return switch type {
      case .choice(let names), .list(.choice(let names)): names
      default: []
      }
    }
    let kinds = ChartKind.allCases.filter { !$0.descriptor.showsFills }.map(\.rawValue)
    let aliases = [
      ("By", names(.report, "by")), ("Tables", names(.report, "tables")),
      ("Measures", names(.report, "measures")), ("Breakdown", names(.report, "breakdown")),
      ("Measure", names(.refills, "measure")), ("ChartFormat", names(.chart, "format")),
      ("ChartKind", kinds), ("RefillChart", RefillChart.allCases.map(\.rawValue)),
    ]
    return aliases.map { wrapped("\($0) = ", literal($1), indent: "") }
  }

  /// The options whose values or names Python converts.
  private static var sets: String {
    let all = OptionQuestion.allCases.flatMap(\.options)
    func names(_ name: String, _ comment: String, _ type: OptionType) -> String {
      let own = Set(all.filter { $0.type == type || $0.type == .list(type) }.map(\.keyword))
      return
        "#: \(comment)\n\(name) = {\(own.sorted().map { "\"\($0)\"" }.joined(separator: ", "))}"
    }
    let own = Set(
      all.filter { camelCase($0.keyword) != $0.member }.map {
        "\"\($0.keyword)\": \"\($0.member)\""
      })
    return [
      "",
      names("DAYS", "Options that are days.", .date),
      names("INSTANTS", "Options that are instants.", .instant),
      names("DAY_COUNTS", "Options that are numbers of days.", .dayCount),
      "#: The names of the engine that are not those of the keyword arguments in camelCase.",
      "ENGINE_NAMES = {\n\(own.sorted().map { "    \($0),\n" }.joined())}", "",
    ].joined(separator: "\n")
  }

  private static func camelCase(_ keyword: String) -> String {
    let words = keyword.split(separator: "_")
    return words.prefix(1).joined()
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}

extension [OptionSpecification] {
  fileprivate func without(_ names: String...) -> [OptionSpecification] {
    filter { !names.contains($0.name) }
  }
}

extension PythonKeywords.OptionClass {
  fileprivate var text: String {
    let bases = bases.isEmpty ? ["TypedDict"] : bases
    let parameters = options.map(\.parameter).joined(separator: "\n")
    let fields = options.map {
      PythonKeywords.wrapped("    \($0.keyword): ", PythonKeywords.type(of: $0), indent: "    ")
    }
    return """

      class \(name)(\(bases.joined(separator: ", ")), total=False):
          \"""\(summary)\(parameters.isEmpty ? "" : "\n\n\(parameters)\n    ")\"""
      \(fields.isEmpty ? "" : "\n" + fields.joined(separator: "\n") + "\n")
      """
  }
}

extension OptionSpecification {
  /// The parameter in a docstring.
  fileprivate var parameter: String {
    var words = ":param \(keyword): \(meaning)"
    if let initial { words += " Default: \(initial)." }
    if let otherwise { words += " Default: \(otherwise)." }
    words = words.replacing(/--([a-z]+(?:-[a-z]+)*)/) { match in
      let option = OptionQuestion.allCases.lazy.flatMap(\.options)
        .first { $0.argument == match.1 }
      return "`\(option?.keyword ?? String(match.1))`"
    }
    var lines = ["    "]
    for word in words.replacing("\\", with: "\\\\").split(separator: " ") {
      if lines[lines.count - 1].count + word.count >= 100 { lines.append("       ") }
      lines[lines.count - 1] +=
        (lines[lines.count - 1].allSatisfy { $0 == " " } && lines.count == 1 ? "" : " ") + word
    }
    return lines.joined(separator: "\n")
  }
}

extension PythonKeywords {
  /// Returns the annotation of an option.
  fileprivate static func type(of option: OptionSpecification) -> String {
    guard case .list(let element) = option.type else { return type(option.type) }
    let name = if case .choice = element { alias(option.keyword) } else { type(element) }
    return "Union[\(name), Sequence[\(name)]]"
  }

  private static func alias(_ keyword: String) -> String {
    let name = camelCase(keyword)
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  private static func type(_ type: OptionType) -> String {
    switch type {
    case .text: "str"
    case .flag: "bool"
    case .number: "float"
    case .wholeNumber: "int"
    case .date: "Day"
    case .time: "Time"
    case .instant: "Moment"
    case .localOrInstant: "Local"
    case .zone: "Any"
    case .share: "Share"
    case .dayCount: "Days"
    case .duration: "Duration"
    case .columnOrNumber: "Union[str, float]"
    case .plan: "Plan"
    case .choice(let names): literal(names)
    case .mapping(let value): "Mapping[str, \(Self.type(value))]"
    case .list(let element): "Sequence[\(Self.type(element))]"
    }
  }

  fileprivate static func literal(_ names: [String]) -> String {
    "Literal[\(names.map { "\"\($0)\"" }.joined(separator: ", "))]"
  }

  /// Returns a line, broken within the last brackets if it is longer than 100 characters.
  fileprivate static func wrapped(_ start: String, _ type: String, indent: String) -> String {
    let line = start + type
    guard line.count > 100, let open = type.firstIndex(of: "["),
      let close = type.lastIndex(of: "]")
    else { return line }
    let inner = type[type.index(after: open)..<close]
    let lines = inner.count + indent.count + 4 <= 100 ? [String(inner)] : rows(inner)
    return "\(start)\(type[...open])\n"
      + lines.map { "\(indent)    \($0)\n" }.joined() + "\(indent)\(type[close...])"
  }

  /// Returns the elements of a list, one in a line.
  private static func rows(_ list: Substring) -> [String] {
    list.split(separator: ", ").map { "\($0)," }
  }
}
