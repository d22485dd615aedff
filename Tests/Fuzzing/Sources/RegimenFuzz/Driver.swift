import Diagnostics
import Glibc
import Scheduling

/// The name given by `FUZZ_TARGET`.
let chosenName = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""

/// The maximum CPU seconds of an input: one, times five for the cost of the sanitizer, coverage
/// counters and repeated queries.
let mostSeconds = 5.0

/// The entry point called by libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let input = [UInt8](UnsafeBufferPointer(start: data, count: size))
  let start = clock()
  do {
    try chosen.run(input)
  } catch is InputError {
    // An error for an invalid input is the expected result.
  } catch {
    fatalError("\(chosen.name): \(error)")
  }
  let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
  precondition(seconds <= mostSeconds, "\(chosen.name): \(size) bytes took \(seconds) s")
  return 0
}
