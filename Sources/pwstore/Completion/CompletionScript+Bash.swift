extension CompletionScript {
  /// The script for bash 4.4 and newer, with or without the package bash-completion.
  var bash: String {
    """
    # Completion of pwstore for bash, made by "pwstore completion bash".

    _pwstore_commands=(
    \(commands.map { "  \($0.name)\n" }.joined()))

    # Sets "options" to those of a command; "=" is behind those that take the next word.
    _pwstore_options() {
      case $1 in
    \(commands.map { bashCase(([$0.name] + $0.aliases).joined(separator: "|"), options(of: $0)) }
        .joined())\
    \(bashCase("''", bareOptions + [versionOption]))\
    \(bashCase("*", bareOptions))\
      esac
      case $1 in
        \(commands.filter(\.takesWordsAsTheyAre).map(\.name).joined(separator: "|"))) ;;
        *) options+=(\(bashWords(globalOptions))) ;;
      esac
    }

    \(Self.bashFunctions.replacing("GLOBAL", with: valueOptions.joined(separator: " | ")))
    complete -F _pwstore pwstore
    \(isForPass ? "complete -F _pwstore pass" : Self.bashForPass)

    """
  }

  private func bashCase(_ names: String, _ options: [Option]) -> String {
    "    \(names)) options=(\(bashWords(options))) ;;\n"
  }

  private func bashWords(_ options: [Option]) -> String {
    options.flatMap { option in option.names.map { option.takesNextWord ? "\($0)=" : $0 } }
      .joined(separator: " ")
  }

  /// Registers for `pass` where that is a link to or an alias for pwstore, or where this
  /// file is read for it; finds out without starting anything.
  private static let bashForPass = #"""
    # "pass", where that is pwstore, too.
    _pwstore_is_pass() {
      local folder
      local -a folders
      [[ ${BASH_ALIASES[pass]-} == *pwstore* || ${BASH_SOURCE[0]##*/} == pass?(.bash) ]] && return
      IFS=: read -ra folders <<<"$PATH"
      for folder in "${folders[@]}"; do
        [[ -x $folder/pass ]] || continue
        [[ $folder/pass -ef $folder/pwstore ]]
        return
      done
      return 1
    }
    if _pwstore_is_pass; then complete -F _pwstore pass; fi
    """#

  private static let bashFunctions = #"""
    # Splits the line up to the cursor into "words" without their quotes, and notes in
    # "starts" where they begin. Readline replaces no more than what stands behind the
    # last break in the word, or its open quote: "kept" is what stands before that.
    # shellcheck disable=SC2034
    _pwstore_split() {
      local line=${COMP_LINE:0:COMP_POINT} char next word='' part=''
      local -i i length=0 opened=0 begun=0 redirected=0
      words=() starts=() quote=
      for ((i = 0; i < ${#line}; i++)); do
        char=${line:i:1} next=${line:i+1:1}
        case $quote in
          \') if [[ $char == \' ]]; then quote=; else word+=$char; fi ;;
          \")
            case $char in
              \") quote= ;;
              \\) case $next in [\"\\\$\`]) word+=$next i+=1 ;; *) word+=\\ ;; esac ;;
              *) word+=$char ;;
            esac
            ;;
          \$)
            case $char in
              \') word+=${part@E} quote= ;;
              \\) part+=$char$next i+=1 ;;
              *) part+=$char ;;
            esac
            ;;
          *)
            if [[ $char == [$' \t\n<>'] ]]; then
              if ((begun && !redirected)); then words+=("$word"); fi
              if ((begun)); then redirected=0; fi
              [[ $char == [\<\>] ]] && redirected=1
              word='' begun=0 length=0
              continue
            fi
            if ((!begun)); then begun=1; ((redirected)) || starts+=("$i"); fi
            case $char in
              \\) word+=$next i+=1 ;;
              [\'\"]) quote=$char opened=${#word} ;;
              \$) if [[ $next == \' ]]; then quote=\$ part='' opened=${#word} i+=1; else word+=\$; fi ;;
              *)
                word+=$char
                # It leaves these two in what it replaces.
                [[ $char == [@\$] ]] && next= || next=$char
                if [[ $COMP_WORDBREAKS == *"$char"* ]]; then length=${#word}-1+${#next}; fi
                ;;
            esac
            ;;
        esac
      done
      [[ $quote ]] && length=opened
      [[ $quote == \$ ]] && word+=${part@E}
      kept=${word:0:length}
      # A file is to follow.
      ((redirected)) && return 1
      ((begun)) || starts+=("${#line}")
      words+=("$word")
    }

    # Sets "quoted" to a word as it is to be typed, in such a form that words which begin
    # alike still do.
    _pwstore_quote() {
      local char
      local -i i
      quoted=
      for ((i = 0; i < ${#1}; i++)); do
        char=${1:i:1}
        if [[ $char != [[:print:]] ]]; then
          printf -v char %q "$char"
          char=$quote$char$quote
        else
          case $quote in
            \') [[ $char == \' ]] && char="'\\''" ;;
            \") case $char in [\"\\\$\`]) char=\\$char ;; !) char='"\!"' ;; esac ;;
            # In the middle of a word, these two mean nothing.
            *) [[ $char == [~#] && ${1:i?i-1:0:1} == [!:=~#] ]] || printf -v char %q "$char" ;;
          esac
        fi
        quoted+=$char
      done
    }

    # Sets COMPREPLY to the lines of "text"; bash reads nothing else as fast.
    _pwstore_lines() {
      local IFS=$'\n' -
      set -f
      # shellcheck disable=SC2206
      COMPREPLY=($text)
    }

    # Whether "text" has nothing to be quoted. A pattern would take longer than all else.
    _pwstore_is_plain() {
      local LC_ALL=C special=$'[^a-zA-Z0-9/._:@=+\n-]'
      [[ ! $text =~ $special ]]
    }

    # Makes of the words in COMPREPLY, which are in "text", what readline is to insert.
    _pwstore_offer() {
      local word quoted open=$quote
      local -i i
      # In $'...', nothing of its own is left, and the rest stands behind it.
      [[ $quote == \$ ]] && quote=
      [[ $kept ]] && COMPREPLY=("${COMPREPLY[@]#"$kept"}")
      # With one word at most, its end shows whether more is to come.
      word=
      if ((${#COMPREPLY[@]} == 1)); then
        word=${COMPREPLY[*]}
        [[ $word == *[/=] ]] && compopt -o nospace && word=
      fi
      if [[ $open ]] || ! _pwstore_is_plain; then
        for i in "${!COMPREPLY[@]}"; do
          quoted=${COMPREPLY[i]//$'\1n'/$'\n'}
          _pwstore_quote "${quoted//$'\1a'/$'\1'}"
          [[ $open == \$ ]] && quoted="''$quoted''"
          # Readline would take this quote for the one that is open.
          [[ $quote && $quoted == "$quote"* ]] && quoted=$quote$quoted
          [[ $word ]] && quoted+=$quote
          COMPREPLY[i]=$quoted
        done
      fi
    }

    # Sets "index" to where in COMP_WORDS the word number $1 is. Bash divides words at
    # colons and the like, too.
    _pwstore_find() {
      local rest=$COMP_LINE before
      local -i position=0
      for ((index = 0; index < COMP_CWORD; index++)); do
        before=${rest%%"${COMP_WORDS[index]}"*}
        position+=${#before}
        ((position >= starts[$1])) && return
        rest=${rest:${#before}+${#COMP_WORDS[index]}}
        position+=${#COMP_WORDS[index]}
      done
    }

    # Completes as for the program whose name is the word number $1.
    _pwstore_run() {
      local -i index
      _pwstore_find "$1"
      if declare -F _command_offset >/dev/null; then
        _command_offset "$index"
      elif ((index == COMP_CWORD)); then
        mapfile -t COMPREPLY < <(compgen -c -- "${words[-1]}")
      else
        compopt -o default
      fi
    }

    # Completes as for git in the folder $2, the word number $1 being the first behind it
    # and those in $3 and so on.
    _pwstore_git() {
      local load line=${COMP_LINE:starts[$1]} head="git -C $2 "
      local -a before=(git -C "${@:2}")
      local -i index
      _pwstore_find "$1"
      (($# > 2)) && head+="${*:3} "
      COMP_POINT=$((COMP_POINT - starts[$1] + ${#head}))
      COMP_LINE=$head$line
      COMP_WORDS=("${before[@]}" "${COMP_WORDS[@]:index}")
      COMP_CWORD=$((COMP_CWORD - index + ${#before[@]}))
      for load in '_comp_load git' '_completion_loader git' \
        '. /usr/share/bash-completion/completions/git'; do
        declare -F __git_wrap__git_main >/dev/null && break
        $load 2>/dev/null
      done
      declare -F __git_wrap__git_main >/dev/null || return
      compopt -o nospace
      __git_wrap__git_main git "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    }

    _pwstore() {
      local kept quote word current text='' command='' ended='' program=$1
      local -a words starts options=() reply=()
      local -i i
      local IFS=$' \t\n'
      COMPREPLY=()
      if ! _pwstore_split; then
        compopt -o default
        return
      fi
      current=${words[-1]}
      for ((i = 1; i < ${#words[@]} - 1; i++)); do
        case ${words[i]} in
          --) ended=1; break ;;
          GLOBAL) i+=1 ;;
          -*) ;;
          *) command=${words[i]}; break ;;
        esac
      done
      [[ " ${words[*]:i:${#words[@]}-i-1} " == *' -- '* ]] && ended=1
      if [[ $current == -* && ! $ended ]]; then
        _pwstore_options "$command"
        # Behind such an option, the word is its value.
        if [[ " ${options[*]} " != *" ${words[-2]}= "* ]]; then
          for word in "${options[@]%=}"; do
            [[ $word == "$current"* ]] && COMPREPLY+=("$word")
          done
          if ((${#COMPREPLY[@]})); then
            _pwstore_offer
            return
          fi
        fi
      fi
      # An alias comes before what is in the path.
      word=${BASH_ALIASES[$program]-}
      program=${word:-$program} program=${program%% *}
      type -P -- "$program" >/dev/null || program=pwstore
      text=$(command "$program" complete-words lines "${words[@]:1}" 2>/dev/null)
      _pwstore_lines
      case ${COMPREPLY[0]-} in
        files | folders | git | run)
          reply=("${COMPREPLY[@]}")
          COMPREPLY=()
          case ${reply[0]} in
            files)
              compopt -o default
              # Readline takes "@" for the beginning of a host's name.
              if [[ ${reply[1]} == *@ ]]; then
                mapfile -t COMPREPLY < <(compgen -f -- "${current#"${reply[1]}"}")
                for i in "${!COMPREPLY[@]}"; do
                  [[ -d ${COMPREPLY[i]} ]] && COMPREPLY[i]+=/
                  COMPREPLY[i]=${reply[1]}${COMPREPLY[i]}
                done
                text=${COMPREPLY[*]}
                _pwstore_offer
              fi
              ;;
            folders) compopt -o dirnames ;;
            git) _pwstore_git "${reply[@]:1}" ;;
            run)
              _pwstore_run "${reply[1]}"
              COMPREPLY+=("${reply[@]:2}")
              ;;
          esac
          return
          ;;
        commands)
          for word in "${_pwstore_commands[@]}"; do
            [[ $word == "$current"* ]] && COMPREPLY+=("$word")
          done
          ;;
      esac
      unset 'COMPREPLY[0]'
      _pwstore_offer
    }
    """#
}
