/// The style sheet of images: for light, dark and printed pages, and for a file with one theme.
package enum ChartStyle {
  /// The rules for images on pages, to be placed before the pages' own style sheet.
  package static let ofPages =
    ([
      ":root{\(variables(.light))}",
      "@media (prefers-color-scheme:dark){:root{\(variables(.dark))}}",
      "@media print{:root{\(variables(.paper))}}",
    ] + roles { "color:\($0.color);--o:\($0.opacity)" } + [
      rules { "var(--\($0.name))" },
      """
      .chart .b{fill:currentColor;fill:\(mix)}
      .chart .a{fill:currentColor;opacity:min(var(--o),\(areaOpacity))}
      .chart .g path{stroke:currentColor;stroke:\(mix)}
      .chart .n{paint-order:stroke;stroke:var(--card);stroke-width:3px;stroke-linejoin:round}
      """, shapes,
    ]).joined(separator: "\n")

  /// Returns the style sheet of a file, with plain colours that every SVG renderer supports.
  static func ofFile(_ theme: ChartTheme) -> String {
    let seeThrough = ChartRole.allCases.filter { $0.opacity < 1 }
    return
      (roles { "color:\($0.color)" } + [
        rules { $0.color(theme) },
        """
        text{font-family:sans-serif}
        .heading{font-size:15px;font-weight:bold;fill:\(theme.ink)}
        .panel .heading{font-size:12px}
        .line{font-size:11px;fill:\(theme.soft)}
        .chart .b{fill:currentColor}
        .chart .a{fill:currentColor;opacity:\(areaOpacity)}
        .chart .g path{stroke:currentColor}
        .chart .halo{stroke:\(theme.background);stroke-width:3px;stroke-linejoin:round}
        """,
      ]
      + seeThrough.map { role in
        let color = theme.mixed(role)
        return """
          .chart .b.\(role.rawValue){fill:\(color)}
          .chart .g .\(role.rawValue){stroke:\(color)}
          .chart .a.\(role.rawValue){opacity:\(min(role.opacity, areaOpacity))}
          """
      } + [shapes]).joined(separator: "\n")
  }

  /// The minimum opacity of an area.
  private static let areaOpacity = 0.35
  private static let mix =
    "color-mix(in srgb,currentColor calc(var(--o,1)*100%),var(--card))"

  private static func roles(_ style: (ChartRole) -> String) -> [String] {
    ChartRole.allCases.map { ".chart .\($0.rawValue){\(style($0))}" }
  }

  private static func variables(_ theme: ChartTheme) -> String {
    ThemeColor.all.map { "--\($0.name):\($0.color(theme))" }.joined(separator: ";")
  }

  /// Returns the common rules, given the notation for colours.
  private static func rules(_ color: (ThemeColor) -> String) -> String {
    """
    .chart text{font-size:11px;fill:\(color(.soft));font-variant-numeric:tabular-nums}
    .chart .n{fill:\(color(.ink))}
    .chart path{fill:none}
    .chart .grid{stroke:\(color(.line))}
    .chart .axis{stroke:\(color(.soft))}
    .chart .band{fill:currentColor;opacity:.16}
    .chart .l{stroke:currentColor;stroke-width:1.8;stroke-linejoin:round;stroke-linecap:round}
    .chart .d{fill:currentColor}
    .chart .t{stroke:currentColor;stroke-width:1.8}
    .chart .h{stroke:\(color(.card));stroke-width:4;stroke-linejoin:round;stroke-linecap:square}
    .chart .ref{stroke:currentColor;stroke-dasharray:4 3}

    """
      + ThemeColor.ramps.map { ".\($0.name){color:\(color($0))}" }.joined(separator: "\n")
  }

  /// The shapes of cells in units of a tenth.
  private static let shapes = """
    .chart .g path{stroke-width:8.6}
    .chart .g .late,.chart .g .partial{fill:currentColor;stroke:none}
    .chart .g .missed,.chart .g .declined,.chart .g .onHold{stroke-width:2}
    .chart .g .nothingDue{stroke-width:3.4}
    .chart .f path{stroke-width:1.02}
    """
}

/// A colour defined by each theme.
private enum ThemeColor {
  case card, ink, soft, line
  case step(Int, ofShares: Bool)

  /// The colours of cells.
  static let ramps = [true, false].flatMap { ofShares in
    (0..<ColorSteps.count).map { ThemeColor.step($0, ofShares: ofShares) }
  }

  static let all: [ThemeColor] = [.card, .ink, .soft, .line] + ramps

  /// The CSS name.
  var name: String {
    switch self {
    case .card: "card"
    case .ink: "ink"
    case .soft: "soft"
    case .line: "line"
    case .step(let step, let ofShares): ColorSteps.name(step, ofShares: ofShares)
    }
  }

  func color(_ theme: ChartTheme) -> String {
    switch self {
    case .card: theme.background
    case .ink: theme.ink
    case .soft: theme.soft
    case .line: theme.line
    case .step(let step, let ofShares): (ofShares ? theme.shareRamp : theme.valueRamp)[step]
    }
  }
}
