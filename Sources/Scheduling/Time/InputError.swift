public import Diagnostics

/// The error of this library, so that its callers need not import `Diagnostics` to name it.
public typealias InputError = Diagnostics.InputError
