internal import CGSL

/// GSL's robust straight line by bisquare weights, in memory that is used again.
///
/// It holds GSL's workspace: one for each worker, not shared.
///
/// Safe: there are two numbers of the design for each value, as views say, which live as long as the arrays
/// are lent; the workspace is made for so many.
final class RobustRegression {
  private var workspace: UnsafeMutablePointer<gsl_multifit_robust_workspace>?
  private var count = 0
  private var design: [Double] = []
  private var values: [Double] = []

  deinit { if let workspace { gsl_multifit_robust_free(workspace) } }

  /// A line, and how uncertain its slope is.
  struct Line {
    var intercept: Double
    var slope: Double
    var slopeError: Double
  }

  /// The line through points, of which there are more than two; `nil` where the iteration has no end.
  func line(through values: [Double], at positions: [Int32]) -> Line? {
    prepare(values, at: positions)
    guard let workspace else { return nil }
    var (line, covariance) = ([0.0, 0.0], [0.0, 0.0, 0.0, 0.0])
    let status = design.withUnsafeMutableBufferPointer { design in
      self.values.withUnsafeMutableBufferPointer { values in
        line.withUnsafeMutableBufferPointer { line in
          covariance.withUnsafeMutableBufferPointer { covariance in
            Self.fit(design, values, line, covariance, workspace)
          }
        }
      }
    }
    guard status == 0, line.allSatisfy(\.isFinite), covariance[3] >= 0 else { return nil }
    return Line(intercept: line[0], slope: line[1], slopeError: covariance[3].squareRoot())
  }

  private func prepare(_ values: [Double], at positions: [Int32]) {
    precondition(
      values.count == positions.count, "\(values.count) values, \(positions.count) positions")
    self.values = values
    design.removeAll(keepingCapacity: true)
    for position in positions {
      design.append(1)
      design.append(Double(position))
    }
    guard count != values.count, GSL.isReady else { return }
    if let workspace { gsl_multifit_robust_free(workspace) }
    count = values.count
    workspace = gsl_multifit_robust_alloc(regimen_bisquare(), count, 2)
  }

  private static func fit(
    _ design: UnsafeMutableBufferPointer<Double>, _ values: UnsafeMutableBufferPointer<Double>,
    _ line: UnsafeMutableBufferPointer<Double>, _ covariance: UnsafeMutableBufferPointer<Double>,
    _ workspace: UnsafeMutablePointer<gsl_multifit_robust_workspace>
  ) -> Int32 {
    var matrix = gsl_matrix_view_array(design.baseAddress, values.count, 2)
    var vector = gsl_vector_view_array(values.baseAddress, values.count)
    var coefficients = gsl_vector_view_array(line.baseAddress, 2)
    var uncertainty = gsl_matrix_view_array(covariance.baseAddress, 2, 2)
    return gsl_multifit_robust(
      &matrix.matrix, &vector.vector, &coefficients.vector, &uncertainty.matrix, workspace)
  }
}
