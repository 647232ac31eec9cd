import Testing

@testable import PWCore

@Suite struct GitAddressTests {
  @Test(arguments: [
    "http://user:s3cret@host/x": "http://host/x", "https://TOKEN@host/x": "https://host/x",
    "https://user:p@ss:w@host:80/x@y": "https://host:80/x@y", "git@host:team/x": "git@host:team/x",
    "ssh://git:pw@host/x": "ssh://git@host/x", "ssh://git@host/x": "ssh://git@host/x",
    "/srv/x": "/srv/x",
    "cannot open 'https://a:b@h/x': no, see https://c@d":
      "cannot open 'https://h/x': no, see https://d",
    "https://host/x": "https://host/x", "https://host/x?token=t then": "https://host/x?... then",
  ])
  func `shows no secret of an address`(text: String, shown: String) {
    #expect(GitAddress.withoutSecrets(text) == shown)
  }
}
