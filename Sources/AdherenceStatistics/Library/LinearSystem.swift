internal import CGSL

/// As many linear equations as unknowns.
struct LinearSystem {
  private var matrix: [Double]
  private var right: [Double]

  /// A system with a matrix of zeros and ones on the right.
  init(ones count: Int) {
    matrix = Array(repeating: 0, count: count * count)
    right = Array(repeating: 1, count: count)
  }

  /// The factor of an unknown in an equation.
  subscript(equation: Int, unknown: Int) -> Double {
    get { matrix[equation * right.count + unknown] }
    set { matrix[equation * right.count + unknown] = newValue }
  }

  /// The unknowns, by LU decomposition; `nil` where they are not determined.
  ///
  /// Safe: the matrix has as many numbers as views say, which live as long as both arrays are lent.
  consuming func solved() -> [Double]? {
    guard GSL.isReady, let permutation = gsl_permutation_alloc(right.count) else { return nil }
    defer { gsl_permutation_free(permutation) }
    let count = right.count
    let status = matrix.withUnsafeMutableBufferPointer { matrix in
      right.withUnsafeMutableBufferPointer { right in
        var view = gsl_matrix_view_array(matrix.baseAddress, count, count)
        var vector = gsl_vector_view_array(right.baseAddress, count)
        var sign: Int32 = 0
        let status = gsl_linalg_LU_decomp(&view.matrix, permutation, &sign)
        guard status == 0 else { return status }
        return gsl_linalg_LU_svx(&view.matrix, permutation, &vector.vector)
      }
    }
    return status == 0 && right.allSatisfy(\.isFinite) ? right : nil
  }
}
