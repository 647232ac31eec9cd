/// A heading under which the help and the manual list commands.
enum Topic: CaseIterable, Sendable {
  case start
  case entries
  case search
  case generation
  case programs
  case sharing
  case history
  /// The program itself.
  case program

  var title: String {
    switch self {
    case .start: "Make a store"
    case .entries: "Keep entries"
    case .search: "Look through the store"
    case .generation: "Make passwords and codes"
    case .programs: "Give secrets to programs"
    case .sharing: "Share a store"
    case .history: "Look back"
    case .program: "Learn about the program"
    }
  }
}

extension CommandTable {
  /// The commands that people use, by their topics, in the order of the help.
  var topics: [(topic: Topic, commands: [Command])] {
    Topic.allCases.compactMap { topic in
      let commands = commands.filter { !$0.isHidden && $0.topic == topic }
      return commands.isEmpty ? nil : (topic, commands)
    }
  }
}
