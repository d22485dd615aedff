import Foundation

/// The meanings of words in the status or type of a claim.
package struct ClaimWords: Sendable {
  /// The meaning of a word for its row.
  enum Meaning: Hashable {
    /// A fill was dispensed.
    case fill
    /// Nothing was dispensed, and no other row is affected.
    case ignore
    /// A fill was reversed: another one of about the same day if there is one, otherwise this row's
    /// own.
    case void
    /// A fill was reversed, usually an earlier one; ambiguous if none is near.
    case reversal
    /// An earlier fill was reversed, as the caller stated.
    case ownReversal

    /// Creates the meaning of a status stated by the caller.
    init(_ status: ClaimStatus) {
      switch status {
      case .fill: self = .fill
      case .reversal: self = .ownReversal
      case .ignore: self = .ignore
      }
    }

    /// The corresponding public status.
    var status: ClaimStatus {
      switch self {
      case .fill: .fill
      case .ignore: .ignore
      case .void, .reversal, .ownReversal: .reversal
      }
    }
  }

  private var meanings: [String: Meaning] = [:]

  /// Combines the built-in words, codes and yes/no as far as the column's name implies their
  /// meaning, and the words of the caller.
  package init(_ own: [String: ClaimStatus] = [:], column: String) {
    for (meaning, words) in ClaimWords.known { add(words, meaning) }
    let name = ColumnName(column)
    if let flag = name.claimFlag {
      add(ClaimWords.yes, flag)
      add(ClaimWords.no, flag == .fill ? .ignore : .fill)
    }
    // Codes take precedence: X in a paid status does not mean yes.
    if name.hasClaimCodes {
      for (meaning, letters) in ClaimWords.letters { add(letters, meaning) }
    }
    for (word, status) in own { meanings[ClaimWords.normalized(word)] = Meaning(status) }
  }

  private mutating func add(_ words: String, _ meaning: Meaning) {
    for word in words.split(separator: ",") {
      meanings[ClaimWords.normalized(String(word))] = meaning
    }
  }

  /// Returns the status of a word; `nil` if it is unknown.
  package func status(_ word: String) -> ClaimStatus? { meaning(of: word)?.status }

  /// Returns the meaning of a word; `nil` if it is unknown.
  func meaning(of word: String) -> Meaning? { meanings[ClaimWords.normalized(word)] }

  /// Returns whether a word is yes or no.
  static func isFlag(_ word: String) -> Bool {
    "\(yes),\(no)".split(separator: ",").contains { $0 == normalized(word) || $0 == word }
  }

  /// Returns a word in lower case with single spaces.
  private static func normalized(_ word: String) -> String {
    word.lowercased().split { $0.isWhitespace || "-_/.".contains($0) }.joined(separator: " ")
  }

  private static let known: [Meaning: String] = [
    .fill: """
    fill,filled,refill,new,paid,payable,approved,accepted,captured,original,dispense,dispensed,completed,complete,\
    sold,collected,picked up,pickedup,delivered,billing,b1,adjudicated,\
    abgegeben,ausgegeben,abgeholt,bezahlt,eingelöst,\
    payé,paye,payée,délivré,délivrée,délivre,facturé,\
    pagado,pagada,dispensado,dispensada,entregado,entregada
    """,
    .reversal: """
    reversal,reversed,reverse,rev,b2,returned,return,refund,refunded,\
    storno,stornierung,retoure,annulation,retourné,\
    anulación,anulacion,devuelto,devuelta,devolución
    """,
    .void: """
    void,voided,cancelled,canceled,cancellation,cancelation,cancel,return to stock,returned to stock,rts,\
    storniert,annulé,annulée,annule,anulado,anulada
    """,
    .ignore: """
    denied,denial,rejected,reject,declined,refused,pending,suspended,\
    not collected,uncollected,not picked up,never picked up,abandoned,not dispensed,undispensed,not filled,unfilled,\
    not sold,not paid,unpaid,not approved,not completed,incomplete,\
    abgelehnt,zurückgewiesen,nicht abgeholt,rejeté,refusé,rechazado,rechazada,denegado,denegada
    """,
  ]

  /// The codes of claim systems; `R` is omitted because it means rejected in some and reversed in
  /// others.
  private static let letters: [Meaning: String] = [
    .fill: "p,c,a", .void: "x,v", .ignore: "d",
  ]

  private static let yes = "1,1.0,y,yes,true,t,x,j,ja,oui,si,sí"
  private static let no = "0,0.0,n,no,false,f,nein,non"
}

// The meaning of column names for claims.
extension ColumnName {
  /// Whether a column is named like the status of a claim, so that single letters are its codes.
  fileprivate var hasClaimCodes: Bool {
    ["claim", "status", "state", "trans", "trx", "adjud", "dispos"].contains(where: folded.contains)
  }

  /// The meaning of yes in the column; `nil` if the name is ambiguous.
  var claimFlag: ClaimWords.Meaning? {
    let isFill = has(ColumnName.fillMarks)
    guard isVoidMark != isFill else { return nil }
    let isDenied = !ColumnName.denials.isDisjoint(with: words)
    return isVoidMark == isDenied ? .fill : .void
  }

  /// Whether the name is about the status of a claim.
  var speaksOfClaimStatus: Bool {
    if isVoidMark { return true }
    if !ColumnName.otherFacts.isDisjoint(with: words) { return false }
    return rank(as: .claimType) != nil || has(ColumnName.statusMarks)
      || ["adjusted", "isadjusted"].contains(folded)
  }

  /// Whether the name is about the supply of the row reaching the patient, such as `sold_date`.
  var isOfHandover: Bool {
    has(ColumnName.handoverMarks) && !isVoidMark
      && Set(words).isDisjoint(with: ["last", "prev", "previous", "prior", "first", "next"])
  }

  /// Whether the name is an amount of money or a quantity, which is negative in reversals.
  var isOfSums: Bool {
    !Set(words).isDisjoint(with: [
      "amount", "amt", "paid", "cost", "price", "charge", "copay", "quantity", "qty",
    ]) && !has(ColumnName.differences)
  }

  /// Whether the name is the number of units in a pack.
  var isOfPackSize: Bool {
    [
      "packsize", "packagesize", "unitsperpack", "tabletsperpack", "packungsgroesse",
      "packungsgrosse",
    ].contains(folded)
  }

  /// Whether the name marks reversed rows, so that any value means a reversal.
  var isVoidMark: Bool {
    has(ColumnName.voidMarks) || !ColumnName.voidWords.isDisjoint(with: words)
  }

  /// Returns whether a word of the name starts with one of some prefixes.
  private func has(_ marks: [String]) -> Bool {
    words.contains { word in marks.contains(where: word.hasPrefix) }
  }

  private static let voidMarks = [
    "revers", "void", "cancel", "denied", "deny", "denial", "reject", "declin", "return", "storn",
    "uncollected", "unpaid", "abandon",
  ]
  private static let voidWords: Set<String> = ["rev", "rts"]
  private static let fillMarks = [
    "collected", "pickup", "picked", "paid", "dispensed", "filled", "sold", "approved", "accepted",
    "completed", "delivered",
  ]
  private static let handoverMarks = [
    "collected", "pickup", "picked", "sold", "delivered", "dispensed",
  ]
  private static let statusMarks = [
    "status", "state", "dispos", "collect", "pick", "paid", "adjud", "adjustment", "transaction",
    "trx", "flag",
  ]
  /// The starts of words of sums that are negative in ordinary rows.
  private static let differences = [
    "chang", "diff", "delta", "discount", "varia", "sav", "balance", "adjust", "rebate", "correct",
    "credit", "margin",
  ]
  private static let denials: Set<String> = ["not", "never", "non", "no"]
  /// Words of other statuses and facts.
  private static let otherFacts: Set<String> = [
    "marital", "smoking", "smoker", "employment", "vital", "pregnancy", "amount", "amt", "cost",
    "price", "copay", "by", "id", "number", "num", "nr",
  ]
}
