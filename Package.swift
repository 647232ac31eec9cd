// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "pwstore",
  products: [
    .executable(name: "pwstore", targets: ["pwstore"]),
    .library(name: "PWCore", targets: ["PWCore"]),
  ],
  targets: [
    .systemLibrary(name: "CGPGME", pkgConfig: "gpgme", providers: [.apt(["libgpgme-dev"])]),
    // No pkgConfig: it would link the libraries, which are loaded when they are needed (see shim.h).
    .systemLibrary(name: "CGit2", providers: [.apt(["libgit2-dev"])]),
    .systemLibrary(name: "COath", providers: [.apt(["liboath-dev"])]),
    .systemLibrary(name: "CQREncode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(name: "CSystem"),
    .target(
      name: "PWCore", dependencies: ["CSystem", "CGPGME", "CGit2", "COath", "CQREncode"],
      swiftSettings: strict),
    .executableTarget(
      name: "pwstore", dependencies: ["PWCore", "CSystem"], swiftSettings: strict),
    .target(name: "Fixtures", path: "Tests/Fixtures"),
    .testTarget(name: "PWCoreTests", dependencies: ["PWCore", "Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "pwstoreTests", dependencies: ["pwstore", "PWCore", "Fixtures"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
