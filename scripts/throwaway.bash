# For scripts that show or measure: a home of their own, and nothing left of it.
# Sourced, not run. Afterwards $HOME is a new folder in /tmp, with a GnuPG home
# and a git identity in it, and nothing of the user's settings applies. When the
# script ends, in whatever way, the agent is stopped and the folder removed.
# shellcheck shell=bash

# A short path: that of the agent's socket may have 107 bytes.
home=$(mktemp -d /tmp/pw.XXXXXX)
trap 'leave_home' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

umask 077
for name in $(compgen -e); do
  case $name in
    GIT_* | GPG_* | GNUPGHOME | PASSWORD_STORE_* | PWSTORE_* | XDG_*) unset "$name" ;;
  esac
done
export HOME=$home GNUPGHOME=$home/gnupg PASSWORD_STORE_DIR=$home/store
mkdir "$GNUPGHOME"
git config --global user.name "Ann Example"
git config --global user.email ann@example.org
git config --global init.defaultBranch main

# Lists the processes that were started with our home in their arguments.
processes_of_home() {
  # The pattern comes from a pipe: as an argument, grep would find itself.
  grep -lzsF -f <(printf '%s/' "$home") /proc/[0-9]*/cmdline | tr -dc '0-9\n' || true
}

# Stops the agent and removes the home. Fails if anything is left.
remove_home() {
  local tries
  gpgconf --kill all >/dev/null 2>&1 || true
  gpgconf --remove-socketdir >/dev/null 2>&1 || true
  rm -rf -- "$home"
  # The agent answers before it has ended.
  for ((tries = 0; tries < 100; tries++)); do
    [[ -n $(processes_of_home) ]] || break
    sleep 0.05
  done
  [[ ! -e $home && -z $(processes_of_home) ]]
}

leave_home() {
  local status=$?
  # A second Ctrl-C shall not stop the cleaning.
  trap '' HUP INT TERM
  cd /
  # What a script has started in the background, it tells how to end.
  if declare -F stop_programs >/dev/null; then stop_programs; fi
  if ! remove_home; then
    printf '%s: something is left of %s\n' "${0##*/}" "$home" >&2
    ((status != 0)) || status=1
  fi
  exit "$status"
}
