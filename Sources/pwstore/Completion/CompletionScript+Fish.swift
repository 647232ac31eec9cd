extension CompletionScript {
  /// The script for fish.
  var fish: String {
    """
    # Completion of pwstore for fish, made by "pwstore completion fish".

    # Prints the commands, with what they do.
    function __pwstore_commands
    \(commands.map { fishItem($0.name, $0.summary) }.joined())\
    end

    # Prints the options of a command; "=" is behind those that take the next word.
    function __pwstore_options
      switch "$argv[1]"
    \(commands.map { fishCase(([$0.name] + $0.aliases).joined(separator: " "), options(of: $0)) }
        .joined())\
    \(fishCase("''", bareOptions + [versionOption]))\
    \(fishCase("'*'", bareOptions))\
      end
      switch "$argv[1]"
        case \(commands.filter(\.takesWordsAsTheyAre).map(\.name).joined(separator: " "))
        case '*'
    \(fishWords(globalOptions))\
      end
    end

    \(Self.fishFunctions.replacing("GLOBAL", with: valueOptions.joined(separator: " ")))
    complete -c pwstore -f -a '(__pwstore_complete | string split0)'
    \(isForPass ? "complete -c pass -e\ncomplete -c pass -f -a '(__pwstore_complete | string split0)'\n" : "")
    """
  }

  private func fishCase(_ names: String, _ options: [Option]) -> String {
    "    case \(names)\n\(fishWords(options))"
  }

  private func fishWords(_ options: [Option]) -> String {
    options.flatMap { option in
      option.names.map { fishItem(option.takesNextWord ? "\($0)=" : $0, option.help) }
    }.joined()
  }

  /// A line that prints a name and what it means.
  private func fishItem(_ name: String, _ meaning: String) -> String {
    let text = meaning.replacing(#"\"#, with: #"\\"#).replacing("'", with: #"\'"#)
    return "      echo '\(name)'\\t'\(text)'\n"
  }

  private static let fishFunctions = #"""
    # Prints the completions of a line of another program, each with a NUL behind it.
    function __pwstore_other
      set -l found (complete -C "$argv")
      test -n "$found"; and printf '%s\0' $found
    end

    # Prints completions, each with a NUL behind it.
    function __pwstore_complete
      set -l words (commandline -opc)
      set -l raw (commandline -ct)
      set -l program $words[1]
      set -e words[1]
      set -l typed ''
      # Perhaps a quote is open.
      for quote in '' \' \"
        set typed (string unescape -- $raw$quote | string collect); and break
      end
      set -l verb ''
      set -l i 1
      while test $i -le (count $words)
        switch $words[$i]
          case GLOBAL
            set i (math $i + 1)
          case '-*'
          case '*'
            set verb $words[$i]
            break
        end
        set i (math $i + 1)
      end
      if string match -q -- '-*' "$typed"; and not contains -- -- $words
        set -l options (__pwstore_options $verb)
        set -l names (string split -f1 \t -- $options)
        # Behind such an option, the word is its value.
        if not contains -- "$words[-1]=" $names
          set -l start (string escape --style=regex -- $typed)
          if string match -qr -- "^$start" (string trim -rc = -- $names)
            printf '%s\0' (string replace -r -- '^(\S*)=\t' '$1\t' $options)
            return
          end
        end
      end
      command -sq -- $program; or set program pwstore
      set -l reply (command $program complete-words all $words "$typed" 2>/dev/null | string split0)
      switch "$reply[1]"
        case files
          set -l length (string length -- "$reply[2]")
          set -l path (string sub -s (math $length + 1) -- $raw)
          for file in (complete -C "'' $path")
            printf '%s%s\0' "$reply[2]" $file
          end
        case folders
          set -l length (string length -- "$reply[2]")
          set -l path (string sub -s (math $length + 1) -- $raw)
          for folder in (__fish_complete_directories $path '')
            printf '%s%s\0' "$reply[2]" $folder
          end
        case git
          set -l rest (string escape -- $reply[3..] $words[$reply[2]..])
          __pwstore_other "git -C $rest $raw"
        case run
          set -q reply[3]; and printf '%s\0' $reply[3..]
          set -l rest (string escape -- $words[$reply[2]..])
          __pwstore_other "$rest $raw"
        case '?*'
          test $reply[1] = commands; and printf '%s\0' (__pwstore_commands)
          # What is behind a tab would be taken for an explanation; and fish sends to the
          # terminal what has an effect there, in quotes at least.
          for word in $reply[2..]
            string match -qr -- '[\x01-\x09\x0b-\x1f\x7f-\x9f]' $word; or printf '%s\0' $word
          end
      end
    end
    """#
}
