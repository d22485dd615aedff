import Glibc
import Scheduling

/// The name in `FUZZ_TARGET`.
let chosenName = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""

/// The most seconds of CPU that an input may take: one, and five times that for what the sanitizer, the counters of
/// branches and each answer's being asked for in several ways cost.
let mostSeconds = 5.0

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let input = [UInt8](UnsafeBufferPointer(start: data, count: size))
  let start = clock()
  do {
    try chosen.run(input)
  } catch is InputError {
    // What cannot be read is said, which is all that is asked.
  } catch {
    fatalError("\(chosen.name): \(error)")
  }
  let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
  precondition(seconds <= mostSeconds, "\(chosen.name): \(size) bytes took \(seconds) s")
  return 0
}
