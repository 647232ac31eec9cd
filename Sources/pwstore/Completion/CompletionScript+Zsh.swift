extension CompletionScript {
  /// The script for zsh: a file of a completion function, which can also be sourced.
  var zsh: String {
    """
    #compdef pwstore\(isForPass ? " pass" : "")
    # Completion of pwstore for zsh, made by "pwstore completion zsh".

    # Sets "verbs" to the commands, with what they do.
    _pwstore_commands() {
      verbs=(
    \(commands.map { "    \(zshItem($0.name, $0.summary))\n" }.joined())  )
    }

    # Sets "flags" to those of a command; "=" is behind those that take the next word.
    _pwstore_options() {
      case $1 in
    \(commands.map { zshCase(([$0.name] + $0.aliases).joined(separator: "|"), options(of: $0)) }
        .joined())\
    \(zshCase("''", bareOptions + [versionOption]))\
    \(zshCase("*", bareOptions))\
      esac
      case $1 in
        (\(commands.filter(\.takesWordsAsTheyAre).map(\.name).joined(separator: "|"))) ;;
        (*) flags+=(
    \(zshWords(globalOptions))      ) ;;
      esac
    }

    \(Self.zshFunctions.replacing("GLOBAL", with: valueOptions.joined(separator: "|")))
    if [[ $funcstack[1] == _pwstore ]]; then
      _pwstore "$@"
    else
      compdef _pwstore pwstore\(isForPass ? " pass" : "")
    fi

    """
  }

  private func zshCase(_ names: String, _ options: [Option]) -> String {
    options.isEmpty
      ? "    (\(names)) flags=() ;;\n"
      : "    (\(names)) flags=(\n\(zshWords(options))      ) ;;\n"
  }

  private func zshWords(_ options: [Option]) -> String {
    options.map { option in
      let words = option.names.map { zshItem(option.takesNextWord ? "\($0)=" : $0, option.help) }
      return "      \(words.joined(separator: " "))\n"
    }.joined()
  }

  /// A name and what it means, for `_describe`.
  private func zshItem(_ name: String, _ meaning: String) -> String {
    "'\(name):\(meaning.replacing("'", with: #"'\''"#))'"
  }

  private static let zshFunctions = #"""
    # Offers words; what of a folder is typed already is not shown again.
    _pwstore_offer() {
      local expl folder= ret=1
      local -a names partial
      [[ $1 == */* ]] && folder=${1%/*}/
      shift
      names=("${(@)argv#$folder}")
      partial=("${(@M)names:#*[/=]}")
      names=("${(@)names:#*[/=]}")
      compset -P '*/'
      (( $#partial )) && _wanted ${kind%s}s expl ${kind%s} compadd -S '' -a partial && ret=0
      (( $#names )) && _wanted ${kind%s}s expl ${kind%s} compadd -a names && ret=0
      return ret
    }

    # Completes the words from number $1 on as those of another program, whose line
    # begins with the words behind that.
    _pwstore_other() {
      integer first=$1+1
      shift
      words=("$@" "${(@)words[first,-1]}")
      (( CURRENT += $# + 1 - first ))
      _normal
    }

    _pwstore() {
      local typed verb kind program=${(Q)words[1]}
      local -a before verbs flags reply
      integer i ret=1
      case $compstate[quote] in
        (\') typed=${(Q):-\'$PREFIX\'} ;;
        (\") typed=${(Q):-\"$PREFIX\"} ;;
        (*) typed=${(Q)PREFIX} ;;
      esac
      before=("${(@Q)words[2,CURRENT-1]}")
      for (( i = 1; i <= $#before; i++ )); do
        case $before[i] in
          (GLOBAL) (( i++ )) ;;
          (-*) ;;
          (*) verb=$before[i]; break ;;
        esac
      done
      if [[ $typed == -* ]] && (( ! ${before[(Ie)--]} )); then
        _pwstore_options "$verb"
        # Behind such an option, the word is its value.
        if (( ! $#before || ! ${#${(M)flags:#$before[-1]=:*}} )); then
          flags=("${(@)flags/=:/:}")
          _describe -o -t options option flags && return
        fi
      fi
      (( $+commands[$program] )) || [[ $program == */* && -x $program ]] || program=pwstore
      reply=("${(@0)$(command $program complete-words all "${before[@]}" "$typed" 2>/dev/null)}")
      # There is a NUL behind the last one, too.
      reply[-1]=()
      kind=$reply[1]
      case $kind in
        (files) compset -p ${#reply[2]}; _files && ret=0 ;;
        (folders) compset -p ${#reply[2]}; _files -/ && ret=0 ;;
        (git)
          # What finds branches does not heed "-C".
          local -x GIT_DIR=$reply[3]/.git
          _pwstore_other $reply[2] git -C "${(@q)reply[3,-1]}" && ret=0
          ;;
        (run)
          (( $#reply > 2 )) && compadd -- "${(@)reply[3,-1]}" && ret=0
          _pwstore_other $reply[2] && ret=0
          ;;
        (commands)
          _pwstore_commands
          _describe -t commands command verbs && ret=0
          kind=keys
          _pwstore_offer "$typed" "${(@)reply[2,-1]}" && ret=0
          ;;
        (?*) _pwstore_offer "$typed" "${(@)reply[2,-1]}" && ret=0 ;;
      esac
      return ret
    }
    """#
}
