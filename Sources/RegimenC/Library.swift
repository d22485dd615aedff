import CRegimen
import Reporting

/// See `regimen.h`.
@c @implementation
public func regimen_abi() -> Int32 { REGIMEN_ABI }

// Safe: the text is never freed.
/// See `regimen.h`.
@c @implementation
public func regimen_version() -> UnsafePointer<CChar>! { version.start }

private let version = CText(Engine.version)
