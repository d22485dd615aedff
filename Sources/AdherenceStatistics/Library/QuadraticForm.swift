internal import CGSL

/// A vector times the inverse of a symmetric matrix times the vector.
enum QuadraticForm {
  /// Returns the quadratic form with the pseudo-inverse, and the rank of the matrix.
  ///
  /// The matrix is decomposed into singular values by one-sided Jacobi rotations; those that are 0
  /// within rounding are dropped.
  ///
  /// - Parameters:
  ///   - vector: The vector.
  ///   - matrix: The matrix, row by row.
  /// - Returns: The form and the rank; `nil` if GSL fails to decompose the matrix.
  static func inverse(_ vector: [Double], _ matrix: [Double]) -> (value: Double, rank: Int)? {
    let count = vector.count
    guard GSL.isReady, let left = gsl_matrix_alloc(count, count) else { return nil }
    defer { gsl_matrix_free(left) }
    guard let right = gsl_matrix_alloc(count, count) else { return nil }
    defer { gsl_matrix_free(right) }
    guard let singular = gsl_vector_alloc(count) else { return nil }
    defer { gsl_vector_free(singular) }
    for index in matrix.indices {
      gsl_matrix_set(left, index / count, index % count, matrix[index])
    }
    guard gsl_linalg_SV_decomp_jacobi(left, right, singular) == 0 else { return nil }
    let negligible = gsl_vector_get(singular, 0) * Double(count) * 1e-12
    var (value, rank) = (0.0, 0)
    for column in 0..<count where gsl_vector_get(singular, column) > negligible {
      var (a, b) = (0.0, 0.0)
      for row in 0..<count {
        a += gsl_matrix_get(left, row, column) * vector[row]
        b += gsl_matrix_get(right, row, column) * vector[row]
      }
      value += a * b / gsl_vector_get(singular, column)
      rank += 1
    }
    return value.isFinite ? (value, rank) : nil
  }
}
