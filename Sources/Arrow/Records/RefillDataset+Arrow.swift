public import Interchange
public import Scheduling

extension RefillDataset {
  /// Reads the tables `fills` and, if it is there, `stays`.
  public init(fills: ArrowStream, stays: ArrowStream? = nil) throws(InputError) {
    throw InputError(.unsupported(part: "tables"))
  }
}
