import Foundation
import Testing

/// Whatever Swift does not check has a reason near it.
@Suite struct UnsafeCodeTests {
  @Test func everyUseOfTheSourcesHasAReason() throws {
    var count = 0
    for path in try Documentation.files(in: "Sources", ".swift") {
      let code = UnsafeCode(try Documentation.text(path))
      count += code.uses.count
      for line in code.unexplained {
        Issue.record("\(path):\(line) lacks a comment 'Safe: …' that says why it is")
      }
    }
    #expect(count > 500)
  }

  struct Example: CustomTestStringConvertible {
    var testDescription: String
    var text: String
    /// The lines with a use, and those without a reason.
    var uses: [Int]
    var unexplained: [Int] = []
  }

  static let examples = [
    Example(
      testDescription: "a reason above a function",
      text: """
        /// Adds.
        ///
        /// Safe: both are small.
        func add() { a &+ b }
        """, uses: [4]),
    Example(
      testDescription: "a reason above a type counts for all in it",
      text: """
        // Safe: one thread has it.
        @MainActor
        final class A<B>: C, @unchecked Sendable
        where B: D
        {
          var start: UnsafeRawPointer

          func a() {
            if b { start = UnsafeRawPointer(c) }
          }
        }
        """, uses: [3, 6, 9]),
    Example(
      testDescription: "a list of parameters belongs to its function",
      text: """
        // Safe: it is lent.
        func a(
          _ b: UnsafePointer<Int>,
          c: Int
        ) -> Int {
          c &- 1
        }
        """, uses: [3, 6]),
    Example(
      testDescription: "a reason counts for no neighbour",
      text: """
        // Safe: it is lent.
        func a(_ b: UnsafePointer<Int>) {
          b.c()
        }

        func d(_ b: UnsafePointer<Int>) {}
        """, uses: [2, 6], unexplained: [6]),
    Example(
      testDescription: "a blank line parts a comment from what follows",
      text: """
        struct A {
          // Safe: it was.

          var b = c &* d
        }
        """, uses: [4], unexplained: [4]),
    Example(
      testDescription: "a comment by itself counts for the file from there on",
      text: """
        func a() { b &+= c }

        // Safe: the caller promises it.

        func d(_ e: UnsafeMutablePointer<Int>) {}
        func f(_ e: UnsafeMutablePointer<Int>) {}
        """, uses: [1, 5, 6], unexplained: [1]),
    Example(
      testDescription: "a statement has a reason of its own",
      text: """
        func a() {
          // Safe: as few as seven.
          let b = c
            &<< d
          let e = unsafeBitCast(f, to: G.self)
        }
        """, uses: [4, 5], unexplained: [5]),
    Example(
      testDescription: "texts and comments use nothing",
      text: #"""
        // UnsafePointer
        let a = "&+ @unchecked"  // Unmanaged
        let b = """
          unsafeDowncast
          """
        let c = d && !e || f(&g)
        """#, uses: []),
    Example(
      testDescription: "all that is not checked is found",
      text: """
        nonisolated(unsafe) static var a = 0
        @exclusivity(unchecked) var b = 0
        c.withUnsafeBytes { $0 }
        Array(unsafeUninitializedCapacity: 1) { d, e in }
        f.assumingMemoryBound(to: G.self)
        h.withUTF8 { $0 }
        Int32(truncatingIfNeeded: i)
        """, uses: Array(1...7), unexplained: Array(1...7)),
  ]

  @Test(arguments: examples) func findsUsesAndReasons(_ example: Example) {
    let code = UnsafeCode(example.text)
    #expect(code.uses == example.uses)
    #expect(code.unexplained == example.unexplained)
  }
}
