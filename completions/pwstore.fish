# Completion of pwstore for fish, made by "pwstore completion fish".

# Prints the commands, with what they do.
function __pwstore_commands
      echo 'setup'\t'Begin: make an OpenPGP key and a store, or fetch a store'
      echo 'init'\t'Make a store, or change for whom it is encrypted'
      echo 'save'\t'Save an entry, in place of the one that is there'
      echo 'set'\t'Set some fields of an entry, and leave all else of it as it is'
      echo 'unset'\t'Remove fields from an entry, and leave all else of it as it is'
      echo 'load'\t'Decrypt entries, and print them or some of their fields'
      echo 'pick'\t'Pick an entry from a list that narrows while you type'
      echo 'delete'\t'Delete entries and folders'
      echo 'exists'\t'Tell by the status whether entries and fields are there'
      echo 'apply'\t'Save many entries at once, as a document says'
      echo 'dump'\t'Decrypt entries, and print them as a document for "apply"'
      echo 'exec'\t'Run a command with secrets in its environment'
      echo 'inject'\t'Fill the secrets into a template'
      echo 'mv'\t'Give an entry or a folder another name'
      echo 'cp'\t'Copy an entry or a folder'
      echo 'ls'\t'List the store or a folder, or print an entry'
      echo 'show'\t'Decrypt and print an entry, or list a folder'
      echo 'insert'\t'Make an entry out of a password that is typed'
      echo 'edit'\t'Change an entry in a text editor'
      echo 'generate'\t'Make an entry out of a random password'
      echo 'regenerate'\t'Give entries new random passwords, and leave all else in them'
      echo 'clone'\t'Fetch a store that somebody shares'
      echo 'sync'\t'Exchange changes with a remote, and merge entries field by field'
      echo 'resolve'\t'Resolve what a merge of git\'s has left open'
      echo 'status'\t'Show what is not shared yet, in both directions'
      echo 'remote'\t'Show or change where the store is shared'
      echo 'recipients'\t'Show, add or remove those who can read the entries'
      echo 'who'\t'Tell who can read what'
      echo 'rotate'\t'List the secrets that former recipients know'
      echo 'log'\t'Tell who changed what, and when'
      echo 'diff'\t'Tell in which fields two versions of an entry differ'
      echo 'restore'\t'Bring back an older version of an entry'
      echo 'otp'\t'Show one-time codes, and keep the keys for them'
      echo 'ci'\t'Run a command with a private key that is there for it alone'
      echo 'git-credential'\t'Give git the user names and passwords of its remotes'
      echo 'docker-credential'\t'Keep the passwords of registries for docker and podman'
      echo 'git'\t'Run git in the store'
      echo 'find'\t'List the entries whose names hold one of the terms'
      echo 'grep'\t'Search in the decrypted entries'
      echo 'completion'\t'Print what makes a shell complete command lines'
      echo 'help'\t'Explain the program, or one command'
      echo 'version'\t'Show the program\'s version'
end

# Prints the options of a command; "=" is behind those that take the next word.
function __pwstore_options
  switch "$argv[1]"
    case setup
      echo '--clone='\t'Fetch the store that somebody shares there, as "clone" does'
      echo '--name='\t'The name for the key'
      echo '--email='\t'The mail address for the key'
      echo '--no-passphrase'\t'Protect the key with no passphrase'
      echo '--no-git'\t'Do not make the store a git repository'
      echo '--completion'\t'Install Tab completion for bash, zsh or fish; without SHELL, for $SHELL'
    case init
      echo '--path='\t'Name the recipients of a folder, instead of the whole store\'s'
      echo '-p='\t'Name the recipients of a folder, instead of the whole store\'s'
      echo '--git'\t'Make the store a git repository if it is none'
      echo '--no-git'\t'Do not make the store a git repository'
    case save
      echo '--json'\t'Read the fields as a JSON object from standard input'
      echo '--multiline'\t'Read the whole entry from standard input'
      echo '-m'\t'Read the whole entry from standard input'
      echo '--file='\t'Save a file\'s exact bytes'
      echo '--if-rev='\t'Save only if the entry is what it was in REV, or "none"'
    case set
      echo '--if-rev='\t'Save only if the entry is what it was in REV, or "none"'
    case unset
    case load
      echo '--json'\t'Print the fields, or the values asked for, as a JSON object'
      echo '--no-newline'\t'Print no newline behind a value'
      echo '-n'\t'Print no newline behind a value'
      echo '--null'\t'Print a NUL behind each value, in place of a newline'
      echo '-0'\t'Print a NUL behind each value, in place of a newline'
      echo '--clip'\t'Copy the password, or the field, to the clipboard'
      echo '-c'\t'Copy the password, or the field, to the clipboard'
      echo '--qrcode'\t'Show the password, or the field, as a QR code; in a picture, if one is named'
      echo '-q'\t'Show the password, or the field, as a QR code; in a picture, if one is named'
      echo '--rev='\t'Load what the entry was in this revision'
    case pick
      echo '--clip'\t'Enter copies the password, or the one-time code'
      echo '-c'\t'Enter copies the password, or the one-time code'
      echo '--otp'\t'Enter shows the one-time code'
      echo '-o'\t'Enter shows the one-time code'
      echo '--key'\t'Print the entry\'s key, and decrypt nothing'
      echo '-k'\t'Print the entry\'s key, and decrypt nothing'
    case delete rm remove
      echo '--recursive'\t'Delete folders, with all that is in them'
      echo '-r'\t'Delete folders, with all that is in them'
      echo '--force'\t'Do not ask'
      echo '-f'\t'Do not ask'
    case exists
      echo '--json'\t'Print a JSON object that tells which are there'
    case apply
      echo '--prune='\t'Delete the entries of a folder that the document does not name'
      echo '--dry-run'\t'Print what would be done, and change nothing'
      echo '--force'\t'Let --prune delete all entries of the folder'
      echo '-f'\t'Let --prune delete all entries of the folder'
      echo '--json'\t'Print what is done as a JSON object'
      echo '--format='\t'What the document is: "json" or "env"; else it is JSON if it begins with a brace or bracket'
    case dump
      echo '--json'\t'Print a JSON object, in place of lines'
    case exec
      echo '--env='\t'Set VAR to the field; without one, to the password'
      echo '-e='\t'Set VAR to the field; without one, to the password'
      echo '--env-file='\t'Set the variables of a .env file, where "pw:KEY#FIELD" is a secret'
      echo '--prefix='\t'Begin the names of the variables for KEY with this'
      echo '--pristine'\t'Give the command no variables but these'
      echo '--stdin='\t'Give the entry or field on standard input'
      echo '--fd='\t'Set VAR to the name of a file in memory with the entry or field'
      echo '--mask'\t'Show the secrets as "***" in what the command prints; with "github", let GitHub do that'
    case inject
      echo '--output='\t'Write to this file, whole or not at all; else, or with "-", to standard output'
      echo '-o='\t'Write to this file, whole or not at all; else, or with "-", to standard output'
      echo '--mode='\t'The permissions of that file, in octal; else 600'
      echo '--check'\t'Only find out whether all that is named is there'
    case mv rename
      echo '--force'\t'Replace an entry that is there without asking'
      echo '-f'\t'Replace an entry that is there without asking'
    case cp copy
      echo '--force'\t'Replace an entry that is there without asking'
      echo '-f'\t'Replace an entry that is there without asking'
    case ls list
      echo '--flat'\t'Print one key a line, without a drawing'
      echo '--null'\t'Print the keys one behind the other, each with a NUL behind it'
      echo '-0'\t'Print the keys one behind the other, each with a NUL behind it'
      echo '--json'\t'Print the keys as a JSON array'
      echo '--long'\t'Print a line for each entry: last change, size, whom it is for, key'
      echo '-l'\t'Print a line for each entry: last change, size, whom it is for, key'
      echo '--fields'\t'With --long: the names of the fields, too; decrypts each entry'
      echo '--clip'\t'Copy a line, without one the first, to the clipboard'
      echo '-c'\t'Copy a line, without one the first, to the clipboard'
      echo '--qrcode'\t'Show a line, without one the first, as a QR code; the first in a picture called FILE.png'
      echo '-q'\t'Show a line, without one the first, as a QR code; the first in a picture called FILE.png'
    case show
      echo '--clip'\t'Copy a line, without one the first, to the clipboard'
      echo '-c'\t'Copy a line, without one the first, to the clipboard'
      echo '--qrcode'\t'Show a line, without one the first, as a QR code; the first in a picture called FILE.png'
      echo '-q'\t'Show a line, without one the first, as a QR code; the first in a picture called FILE.png'
    case insert add
      echo '--echo'\t'Show what is typed, and ask only once'
      echo '-e'\t'Show what is typed, and ask only once'
      echo '--multiline'\t'Read the whole entry from standard input'
      echo '-m'\t'Read the whole entry from standard input'
      echo '--force'\t'Do not ask before an entry is overwritten'
      echo '-f'\t'Do not ask before an entry is overwritten'
    case edit
    case generate
      echo '--no-symbols'\t'Use letters and digits only'
      echo '-n'\t'Use letters and digits only'
      echo '--clip'\t'Copy the password to the clipboard instead of printing it'
      echo '-c'\t'Copy the password to the clipboard instead of printing it'
      echo '--qrcode'\t'Show the password as a QR code instead of printing it; in a picture, if one is named'
      echo '-q'\t'Show the password as a QR code instead of printing it; in a picture, if one is named'
      echo '--in-place'\t'Replace only the first line of the entry'
      echo '-i'\t'Replace only the first line of the entry'
      echo '--force'\t'Do not ask; replace the whole entry, if it is there, and keep nothing of it'
      echo '-f'\t'Do not ask; replace the whole entry, if it is there, and keep nothing of it'
      echo '--print'\t'Save nothing: print a password, and nothing else'
      echo '--length='\t'How many characters'
      echo '--lower='\t'At least N lower-case letters; 0 for none'
      echo '--upper='\t'At least N upper-case letters; 0 for none'
      echo '--digits='\t'At least N digits; 0 for none'
      echo '--symbols='\t'At least N symbols; 0 for none'
      echo '--charset='\t'Draw from these characters, such as \'a-z0-9!%&_-\''
      echo '--passphrase'\t'Make it of words: six, or as many as WORDS says'
      echo '--separator='\t'What stands between words, in place of a hyphen'
      echo '--capitalize'\t'Begin words with a capital: first (each of them), random, none'
      echo '--pin'\t'Make it of digits: six, or as many as DIGITS says'
      echo '--bits='\t'Make it as long as it takes for N bits of entropy'
      echo '--rules='\t'Take the rule of this site; with an empty HOST none'
      echo '--no-ambiguous'\t'Leave out what is taken for one another: 0O1lI|'
      echo '--show-entropy'\t'Tell the entropy on standard error'
    case regenerate
      echo '--no-symbols'\t'Use letters and digits only'
      echo '-n'\t'Use letters and digits only'
      echo '--length='\t'How many characters'
      echo '--lower='\t'At least N lower-case letters; 0 for none'
      echo '--upper='\t'At least N upper-case letters; 0 for none'
      echo '--digits='\t'At least N digits; 0 for none'
      echo '--symbols='\t'At least N symbols; 0 for none'
      echo '--charset='\t'Draw from these characters, such as \'a-z0-9!%&_-\''
      echo '--passphrase'\t'Make it of words: six, or as many as WORDS says'
      echo '--separator='\t'What stands between words, in place of a hyphen'
      echo '--capitalize'\t'Begin words with a capital: first (each of them), random, none'
      echo '--pin'\t'Make it of digits: six, or as many as DIGITS says'
      echo '--bits='\t'Make it as long as it takes for N bits of entropy'
      echo '--rules='\t'Take the rule of this site; with an empty HOST none'
      echo '--no-ambiguous'\t'Leave out what is taken for one another: 0O1lI|'
      echo '--show-entropy'\t'Tell the entropy on standard error'
      echo '--clip'\t'Copy the password to the clipboard instead of printing it'
      echo '-c'\t'Copy the password to the clipboard instead of printing it'
    case clone
      echo '--import-keys'\t'Import the public keys of recipients that are in the store and not here'
    case sync
      echo '--ours'\t'Where both sides have changed the same, keep ours'
      echo '--theirs'\t'Where both sides have changed the same, take theirs'
      echo '--both'\t'Keep ours, and theirs beside it, such as "password (theirs, DATE)"'
      echo '--newest'\t'Take the side that was changed later'
      echo '--no-push'\t'Only take what is new there'
      echo '--no-pull'\t'Only give what is new here'
      echo '--import-keys'\t'Import the public keys of recipients that are in the store and not here'
      echo '--quiet'\t'Say nothing of what was done'
      echo '-q'\t'Say nothing of what was done'
      echo '--background'\t'Wait for other syncs of the store; do nothing that one of them has done'
      echo '--json'\t'Print what was done, or the conflicts, as a JSON object'
    case resolve
      echo '--ours'\t'Where both sides have changed the same, keep ours'
      echo '--theirs'\t'Where both sides have changed the same, take theirs'
      echo '--both'\t'Keep ours, and theirs beside it, such as "password (theirs, DATE)"'
      echo '--newest'\t'Take the side that was changed later'
      echo '--json'\t'Print what was resolved, or the conflicts, as a JSON object'
    case status
      echo '--fetch'\t'Ask the remote first'
      echo '--json'\t'Print it as a JSON object'
    case remote
    case recipients
      echo '--path='\t'The recipients of a folder, instead of the whole store\'s'
      echo '-p='\t'The recipients of a folder, instead of the whole store\'s'
      echo '--json'\t'Print the list as JSON'
      echo '--force'\t'Remove yourself, if it comes to that'
      echo '-f'\t'Remove yourself, if it comes to that'
    case who
      echo '--can='\t'Print the keys of the entries that this key can read'
      echo '--json'\t'Print the answer as JSON'
    case rotate
      echo '--json'\t'Print the list as JSON'
    case log
      echo '--max-count='\t'Tell of the newest N commits only'
      echo '-n='\t'Tell of the newest N commits only'
      echo '--json'\t'Print a JSON array'
    case diff
      echo '--reveal'\t'Show the values, too'
      echo '--json'\t'Print a JSON object'
      echo '--exit-code'\t'End with status 1 if there is a difference'
    case restore
      echo '--recursive'\t'Restore all that was in a folder; then REV must be given'
      echo '-r'\t'Restore all that was in a folder; then REV must be given'
    case otp
      echo '--clip'\t'Copy the code, or the URI, to the clipboard'
      echo '-c'\t'Copy the code, or the URI, to the clipboard'
      echo '--json'\t'Print the code and how long it is good for as a JSON object'
      echo '--watch'\t'Show the code and the time left until Ctrl-C'
      echo '-w'\t'Show the code and the time left until Ctrl-C'
      echo '--at='\t'Make the code for a time: seconds since 1970, or ISO 8601'
      echo '--label='\t'Which of several keys of the entry; a part of its label will do'
      echo '-l='\t'Which of several keys of the entry; a part of its label will do'
      echo '--qrcode'\t'Show the URI as a QR code; in a picture, if one is named'
      echo '-q'\t'Show the URI as a QR code; in a picture, if one is named'
      echo '--force'\t'Do not ask before something is overwritten'
      echo '-f'\t'Do not ask before something is overwritten'
      echo '--echo'\t'Show what is typed, and ask only once'
      echo '-e'\t'Show what is typed, and ask only once'
      echo '--secret'\t'Ask for a bare secret instead of a URI'
      echo '-s'\t'Ask for a bare secret instead of a URI'
      echo '--issuer='\t'Who has handed out the secret'
      echo '-i='\t'Who has handed out the secret'
      echo '--account='\t'For which account the secret is'
      echo '-a='\t'For which account the secret is'
      echo '--add'\t'Add another key to those that the entry has'
      echo '--from-picture='\t'Read the URI from a QR code in a picture'
      echo '--from-screen'\t'Read the URI from a QR code that is seen on the screen'
      echo '--version'\t'Show which version of pass-otp this is like'
    case ci
      echo '--key-file='\t'The file with the private key, "-" for standard input; else $PWSTORE_GPG_KEY'
      echo '-k='\t'The file with the private key, "-" for standard input; else $PWSTORE_GPG_KEY'
      echo '--print'\t'Print what a shell has to eval, in place of running a command'
      echo '--github'\t'Give the home to the later steps, by $GITHUB_ENV'
      echo '--end'\t'End what --print or --github has begun'
      echo '--name='\t'With "init": the name of the key'
      echo '--base64'\t'With "init": print the private key as one line of base64'
    case git-credential
      echo '--folder='\t'Where the accounts are; else "git", and for those that are there, the top of the store'
    case docker-credential
    case git
    case find search
      echo '--json'\t'As the first word: print the names as a JSON array'
      echo '--fuzzy'\t'As the first word: list the keys that have the letters of all terms, the best first'
    case grep
    case completion
    case help
      echo '--all'\t'Show every command with its options, and what else counts'
      echo '-a'\t'Show every command with its options, and what else counts'
      echo '--man'\t'Print the manual page, as mdoc(7) for man, mandoc or groff'
    case version
    case ''
      echo '--clip'\t'Copy a line, without one the first, to the clipboard'
      echo '-c'\t'Copy a line, without one the first, to the clipboard'
      echo '--qrcode'\t'Show a line, without one the first, as a QR code; the first in a picture called FILE.png'
      echo '-q'\t'Show a line, without one the first, as a QR code; the first in a picture called FILE.png'
      echo '--version'\t'Show the program\'s version'
    case '*'
      echo '--clip'\t'Copy a line, without one the first, to the clipboard'
      echo '-c'\t'Copy a line, without one the first, to the clipboard'
      echo '--qrcode'\t'Show a line, without one the first, as a QR code; the first in a picture called FILE.png'
      echo '-q'\t'Show a line, without one the first, as a QR code; the first in a picture called FILE.png'
  end
  switch "$argv[1]"
    case remote git find grep
    case '*'
      echo '--store='\t'The store; else $PASSWORD_STORE_DIR, else ~/.password-store'
      echo '--batch'\t'Ask nobody anything, but fail; as with $PWSTORE_BATCH=1, or without a terminal'
      echo '--passphrase-file='\t'Unlock keys with the first line of FILE; else of $PWSTORE_PASSPHRASE_FILE'
      echo '--passphrase-fd='\t'The same from the open file N; else $PWSTORE_PASSPHRASE_FD, or $PWSTORE_PASSPHRASE itself'
      echo '--help'\t'Show the help'
      echo '-h'\t'Show the help'
  end
end

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
      case --store --passphrase-file --passphrase-fd
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
complete -c pwstore -f -a '(__pwstore_complete | string split0)'
