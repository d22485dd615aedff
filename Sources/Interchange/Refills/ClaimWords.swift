import Foundation

/// The meanings of words in the status or type of a claim.
package struct ClaimWords: Sendable {
  private var meanings: [String: ClaimStatus] = [:]

  /// Takes the known words, single letters where the column is named like a status, and the words of the caller.
  package init(_ own: [String: ClaimStatus] = [:], column: String) {
    for (status, words) in ClaimWords.known { add(words, status) }
    if ClaimWords.isStatus(column) {
      for (status, letters) in ClaimWords.letters { add(letters, status) }
    }
    for (word, status) in own { meanings[ClaimWords.normalized(word)] = status }
  }

  private mutating func add(_ words: String, _ status: ClaimStatus) {
    for word in words.split(separator: ",") {
      meanings[ClaimWords.normalized(String(word))] = status
    }
  }

  /// The meaning of a word; `nil` where it is unknown.
  package func status(_ word: String) -> ClaimStatus? { meanings[ClaimWords.normalized(word)] }

  /// In lower case, with single spaces between words.
  private static func normalized(_ word: String) -> String {
    word.lowercased().split { $0.isWhitespace || "-_/.".contains($0) }.joined(separator: " ")
  }

  /// Whether a column is named like the status of a claim, so that single letters are codes of it.
  private static func isStatus(_ column: String) -> Bool {
    let name = column.lowercased()
    return ["claim", "status", "state", "trans", "trx", "adjud"].contains(where: name.contains)
  }

  private static let known: [ClaimStatus: String] = [
    .fill: """
    fill,filled,refill,new,paid,payable,approved,accepted,captured,original,dispense,dispensed,completed,sold,\
    billing,b1,adjudicated,\
    abgegeben,ausgegeben,bezahlt,eingelöst,\
    payé,paye,payée,délivré,délivrée,délivre,facturé,\
    pagado,pagada,dispensado,dispensada,entregado,entregada
    """,
    .reversal: """
    reversal,reversed,reverse,rev,void,voided,cancelled,canceled,cancellation,cancelation,cancel,b2,\
    returned,return,return to stock,returned to stock,rts,refund,refunded,\
    storno,storniert,stornierung,retoure,\
    annulé,annulée,annule,annulation,retourné,\
    anulado,anulada,anulación,anulacion,devuelto,devuelta,devolución
    """,
    .ignore: """
    denied,denial,rejected,reject,declined,refused,pending,suspended,\
    abgelehnt,zurückgewiesen,rejeté,refusé,rechazado,rechazada,denegado,denegada
    """,
  ]

  /// Codes of claim systems; `R` is left out, as it is rejected in one and reversed in another.
  private static let letters: [ClaimStatus: String] = [
    .fill: "p,c,a", .reversal: "x,v", .ignore: "d",
  ]
}
