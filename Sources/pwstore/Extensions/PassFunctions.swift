/// What an extension of pass finds around it: pass's variables and functions,
/// for bash.
///
/// Pass sources its extensions, so they may use all that it consists of. These
/// are the names that its manual page and its own extensions use; what they do
/// is left to this program, gpg and git.
enum PassFunctions {
  /// The script.
  ///
  /// Its arguments are the command's name, the extension's file, and the words for
  /// it; `$0` is the program's name, `$PWSTORE` its file.
  static let script = #"""
    umask "${PASSWORD_STORE_UMASK:-077}"
    set -o pipefail
    # Since bash 5.2, pass-otp would write wrong counters.
    shopt -u patsub_replacement 2>/dev/null
    PROGRAM=${0##*/} COMMAND=$1
    PREFIX=$PASSWORD_STORE_DIR
    EXTENSIONS=${PASSWORD_STORE_EXTENSIONS_DIR:-$PREFIX/.extensions}
    SYSTEM_EXTENSION_DIR=/usr/lib/password-store/extensions
    X_SELECTION=${PASSWORD_STORE_X_SELECTION:-clipboard}
    CLIP_TIME=${PASSWORD_STORE_CLIP_TIME:-45}
    GENERATED_LENGTH=${PASSWORD_STORE_GENERATED_LENGTH:-25}
    CHARACTER_SET=${PASSWORD_STORE_CHARACTER_SET:-[:punct:][:alnum:]}
    CHARACTER_SET_NO_SYMBOLS=${PASSWORD_STORE_CHARACTER_SET_NO_SYMBOLS:-[:alnum:]}
    GETOPT=getopt SHRED='shred -f -z' BASE64=base64
    export GIT_CEILING_DIRECTORIES=$PREFIX/..
    export GPG_TTY=${GPG_TTY:-$(tty 2>/dev/null)}
    GPG=gpg
    if type -P gpg2 >/dev/null; then GPG=gpg2; fi
    read -r -a GPG_OPTS <<<"$PASSWORD_STORE_GPG_OPTS"
    GPG_OPTS+=(--quiet --yes --compress-algo=none --no-encrypt-to)
    if [[ -n $GPG_AGENT_INFO || $GPG == gpg2 ]]; then GPG_OPTS+=(--batch --use-agent); fi
    GPG_RECIPIENTS=() GPG_RECIPIENT_ARGS=()
    INNER_GIT_DIR= SECURE_TMPDIR=

    # Under pass's name, and so with pass's statuses.
    pwstore() { (exec -a pass "$PWSTORE" "$@"); }

    die() {
      printf '%s\n' "$*" >&2
      exit 1
    }

    yesno() {
      local answer
      [[ -t 0 ]] || return 0
      read -r -p "$1 [y/N] " answer
      case $answer in y | Y) ;; *) exit 1 ;; esac
    }

    check_sneaky_paths() {
      local path
      for path; do
        case /$path/ in
          */../*) die "Error: the path \"$path\" leads out of the password store." ;;
        esac
      done
    }

    set_git() {
      local folder=${1%/*}
      until [[ -d $folder || $folder == "$PREFIX" || $folder != */* ]]; do folder=${folder%/*}; done
      INNER_GIT_DIR=
      if [[ $(git -C "$folder" rev-parse --is-inside-work-tree 2>/dev/null) == true ]]; then
        INNER_GIT_DIR=$folder
      fi
    }

    git_commit() {
      local sign=()
      [[ -n $INNER_GIT_DIR ]] || return
      if [[ $(git -C "$INNER_GIT_DIR" config --bool pass.signcommits) == true ]]; then sign=(-S); fi
      git -C "$INNER_GIT_DIR" commit "${sign[@]}" -m "$1" "${@:2}"
    }

    git_add_file() {
      [[ -n $INNER_GIT_DIR ]] || return
      git -C "$INNER_GIT_DIR" add -- "$1" || return
      [[ -n $(git -C "$INNER_GIT_DIR" status --porcelain -- "$1") ]] || return
      git_commit "$2" -- "$1"
    }

    verify_file() {
      local line words key good=
      [[ -n $PASSWORD_STORE_SIGNING_KEY ]] || return 0
      [[ -f $1.sig ]] || die "Signature for $1 does not exist."
      while read -r line; do
        read -r -a words <<<"$line"
        case ${words[1]} in
          GOODSIG) good=1 ;;
          VALIDSIG)
            for key in $PASSWORD_STORE_SIGNING_KEY; do
              if [[ -n $good && (${words[2]} == "$key" || ${words[11]} == "$key") ]]; then return 0; fi
            done
            ;;
        esac
      done < <("$GPG" --batch --status-fd 1 --verify "$1.sig" "$1" 2>/dev/null)
      die "Signature for $1 is invalid."
    }

    set_gpg_recipients() {
      local folder=$PREFIX/$1 id
      GPG_RECIPIENTS=() GPG_RECIPIENT_ARGS=()
      if [[ -n $PASSWORD_STORE_KEY ]]; then
        read -r -a GPG_RECIPIENTS <<<"$PASSWORD_STORE_KEY"
      else
        until [[ -f $folder/.gpg-id || $folder == "$PREFIX" || $folder != */* ]]; do
          folder=${folder%/*}
        done
        [[ -f $folder/.gpg-id ]] || die "Error: no store: run \"$PROGRAM init GPG-ID\" first."
        verify_file "$folder/.gpg-id"
        while read -r id || [[ -n $id ]]; do
          id=${id%%#*}
          id=${id%"${id##*[![:space:]]}"}
          if [[ -n $id ]]; then GPG_RECIPIENTS+=("$id"); fi
        done <"$folder/.gpg-id"
      fi
      for id in "${GPG_RECIPIENTS[@]}"; do GPG_RECIPIENT_ARGS+=(-r "$id"); done
    }

    reencrypt_path() { pwstore for-extensions reencrypt "${1#"$PREFIX"}"; }
    clip() { printf %s "$1" | pwstore for-extensions clip "$2" || exit; }
    qrcode() { printf %s "$1" | pwstore for-extensions qrcode "$2"; }

    # Named as pass names it, by which editors know that they are to leave no traces.
    tmpdir() {
      [[ -z $SECURE_TMPDIR ]] || return 0
      if [[ -d /dev/shm && -w /dev/shm && -x /dev/shm ]]; then
        SECURE_TMPDIR=$(mktemp -d "/dev/shm/pass.XXXXXXXXXXXXX") || exit
        trap 'rm -rf -- "$SECURE_TMPDIR"' EXIT
      else
        if [[ $1 != nowarn ]]; then yesno "There is no /dev/shm, so traces may stay on a disk. Continue?"; fi
        SECURE_TMPDIR=$(mktemp -d "${TMPDIR:-/tmp}/pass.XXXXXXXXXXXXX") || exit
        trap 'find "$SECURE_TMPDIR" -type f -exec $SHRED -- {} +; rm -rf -- "$SECURE_TMPDIR"' EXIT
      fi
    }

    cmd_usage() { pwstore help; }
    cmd_version() { pwstore version; }
    for verb in init show find grep insert edit generate delete git; do
      eval "cmd_$verb() { pwstore $verb \"\$@\" || exit; }"
    done
    cmd_copy_move() {
      local verb=cp
      if [[ $1 == move ]]; then verb=mv; fi
      pwstore "$verb" "${@:2}" || exit
    }

    # In a function, since extensions use "local".
    run_extension() {
      local extension=$1
      shift
      source "$extension" "$@"
    }
    run_extension "${@:2}"
    exit 0
    """#
}
