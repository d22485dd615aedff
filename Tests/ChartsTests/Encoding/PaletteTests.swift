import Foundation
import Testing

@testable import Charts

/// One palette of values in all renderers.
@Suite struct PaletteTests {
  private static let coloured = SampleCharts.all.filter { $0.color != nil }

  /// The relative luminance of a colour (WCAG 2).
  private func luminance(_ color: String) -> Double {
    let parts = (0..<3).map { place -> Double in
      let part = Double(Int(color.dropFirst(1 + 2 * place).prefix(2), radix: 16) ?? 0) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  @Test(
    "The lowest value is near the background, and the steps become stronger",
    arguments: ChartTheme.allCases)
  func zeroIsPale(_ theme: ChartTheme) {
    let ramp = theme.ramp(of: ChartAxis("Events", .count))
    let background = luminance(theme.background)
    let contrasts = ramp.map { color in
      (max(luminance(color), background) + 0.05) / (min(luminance(color), background) + 0.05)
    }
    #expect(contrasts[0] < 1.5)
    #expect(zip(contrasts, contrasts.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test("All renderers have the same colours of values", arguments: coloured)
  func renderers(_ chart: ChartData) throws {
    let ramp = ChartTheme.light.ramp(of: try #require(chart.color))
    for text in [chart.svg(), chart.vegaLite(), chart.eCharts(), chart.plotly()] {
      #expect(ramp.allSatisfy(text.contains), "\(chart.kind)")
    }
    #expect(ramp.contains(where: chart.chartJS().contains))
  }
}
