import TestSupport
import Testing

@testable import AdherenceStatistics

@Suite struct GammaFunctionTests {
  @Test func gammaFunction() {
    #expect(isClose(GammaFunction.log(5), 3.1780538303479458, within: 1e-14))
    #expect(isClose(GammaFunction.logBeta(2, 3), -2.4849066497880004, within: 1e-14))
    #expect(isClose(GammaFunction.logChoose(5, 2), 2.302585092994046, within: 1e-14))
    #expect(GammaFunction.logChoose(-1, 2).isNaN)
  }
}
