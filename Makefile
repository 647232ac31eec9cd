# What you can do here: make help
.POSIX:
.NOTPARALLEL:
.PHONY: all check-binary demo test clients asan bench completions docs man lint install uninstall \
  deb check-deb clean help

SWIFT = swift
CXX = g++
PREFIX = /usr/local
DESTDIR =
BINARY = .build/release/pwstore

# Where zsh looks for completions: Debian's packages have share/zsh/vendor-completions.
ZSH_COMPLETIONS = share/zsh/site-functions

# What is installed: the file here, its mode, its place below PREFIX.
INSTALLED = \
  $(BINARY):755:bin/pwstore \
  README.md:644:share/doc/pwstore/README.md \
  docs/pass-compatibility.md:644:share/doc/pwstore/docs/pass-compatibility.md \
  docs/json.md:644:share/doc/pwstore/docs/json.md \
  CHANGELOG.md:644:share/doc/pwstore/CHANGELOG.md \
  LICENSE:644:share/doc/pwstore/LICENSE \
  completions/pwstore.bash:644:share/bash-completion/completions/pwstore \
  completions/_pwstore:644:$(ZSH_COMPLETIONS)/_pwstore \
  completions/pwstore.fish:644:share/fish/vendor_completions.d/pwstore.fish

# The manual pages, in the same form.
MANUAL = `cd man && for page in *.1; do echo "man/$$page:644:share/man/man1/$$page"; done`

# Names under which git and docker look for the program.
LINKS = git-credential-pwstore docker-credential-pwstore

# Bound at once: the lazy binder saves registers on the stack, plaintext in them.
# No local rpath: the installed program would look for libraries in its own folder.
# The C++ libraries, which Swift's runtime needs, in the program itself: to load them takes
# a quarter of the time of a short command. The linker finds them first in a folder that
# has only their static forms.
all: ## build the program: .build/release/pwstore (the default)
	mkdir -p .build/static
	ln -sf `$(CXX) -print-file-name=libstdc++.a` .build/static/libstdc++.a
	ln -sf `$(CXX) -print-file-name=libgcc_eh.a` .build/static/libgcc_s.a
	$(SWIFT) build -c release --product pwstore --static-swift-stdlib --disable-local-rpath \
	  -Xlinker -L.build/static \
	  -Xlinker -s -Xlinker -z -Xlinker now -Xlinker -z -Xlinker relro

# Nothing of Swift's or C++'s own; libgit2, liboath and libqrencode only when they are loaded.
check-binary: all ## check that the program needs only Debian's libraries
	@! ldd $(BINARY) | grep -vE 'lib(gpgme|assuan|gpg-error|m|c)\.so|linux-vdso|/ld-linux' || { \
	  echo "$(BINARY) needs the libraries above" >&2; exit 1; }
	@readelf -d $(BINARY) | grep -q BIND_NOW || { echo "$(BINARY) binds lazily" >&2; exit 1; }
	@readelf -W --dyn-syms $(BINARY) | grep -q ' mbedtls_x509_crt_parse_file$$' || { \
	  echo "$(BINARY) lets libgit2 read all certificates: GitCertificates.swift" >&2; exit 1; }
	env -i $(BINARY) version >/dev/null

demo: ## install what the build needs, build, and show the main job on a throw-away store
	scripts/install-packages build
	$(MAKE) all
	scripts/demo $(BINARY)

test: ## install what the tests need, build them, and run them
	scripts/install-packages build test
	$(SWIFT) test --disable-xctest

clients: ## drive QtPass, passmenu and Emacs with pwstore in the place of pass
	scripts/install-packages build clients
	$(MAKE) all
	scripts/clients $(BINARY)

asan: ## the tests with the address sanitizer, built apart in .build-asan
	scripts/install-packages build test
	LSAN_OPTIONS="suppressions=$$PWD/scripts/leaks:print_suppressions=0" \
	  $(SWIFT) test --disable-xctest --sanitize=address --scratch-path .build-asan

bench: ## measure against gpg, git and pass: bench-results.md
	scripts/install-packages build bench
	$(MAKE) all
	scripts/bench $(BINARY)

completions: ## write the scripts for Tab completion anew: completions
	$(SWIFT) build --product pwstore
	mkdir -p completions
	.build/debug/pwstore completion bash >completions/pwstore.bash
	.build/debug/pwstore completion zsh >completions/_pwstore
	.build/debug/pwstore completion fish >completions/pwstore.fish

docs: ## web pages of PWCore, the library: .build/docs
	rm -rf .build/symbols
	$(SWIFT) build --build-tests
	$(SWIFT) package dump-symbol-graph --minimum-access-level public --skip-synthesized-members
	mkdir -p .build/symbols
	cp .build/*/symbolgraph/PWCore*.symbols.json .build/symbols
	docc convert Sources/PWCore/PWCore.docc --additional-symbol-graph-dir .build/symbols \
	  --fallback-display-name PWCore --fallback-bundle-identifier PWCore \
	  --transform-for-static-hosting --warnings-as-errors --output-path .build/docs

man: ## write the manual pages anew: man
	$(SWIFT) build --product pwstore
	scripts/man .build/debug/pwstore man

lint: ## check the form of all sources
	$(SWIFT) format lint --strict -r Sources Tests Package.swift
	@for script in scripts/bench scripts/check-deb scripts/clients scripts/deb scripts/demo scripts/install-packages \
	  scripts/man scripts/*.bash .ci/run; do \
	  bash -n "$$script" || exit 1; \
	  if command -v shellcheck >/dev/null; then shellcheck -x "$$script" || exit 1; fi; \
	done
	@for script in bash:pwstore.bash zsh:_pwstore fish:pwstore.fish; do \
	  if command -v "$${script%%:*}" >/dev/null; then \
	    "$${script%%:*}" -n "completions/$${script#*:}" || exit 1; \
	  fi; \
	done

# Does not build: run by sudo, it would leave files of root in the user's clone.
install: ## copy the program and what belongs to it below PREFIX (/usr/local)
	@test -x $(BINARY) || { echo "make install: there is no $(BINARY): run 'make' first" >&2; exit 1; }
	@umask 022; for entry in $(INSTALLED) $(MANUAL); do \
	  file=$${entry%%:*}; rest=$${entry#*:}; target="$(DESTDIR)$(PREFIX)/$${rest#*:}"; \
	  test -e "$$file" || continue; \
	  echo "$$target"; \
	  install -D -m "$${rest%%:*}" -- "$$file" "$$target" || exit 1; \
	done
	@for name in $(LINKS); do \
	  echo "$(DESTDIR)$(PREFIX)/bin/$$name"; \
	  ln -sf pwstore "$(DESTDIR)$(PREFIX)/bin/$$name" || exit 1; \
	done

uninstall: ## remove what install has copied
	@for entry in $(INSTALLED) $(MANUAL); do \
	  rm -f -- "$(DESTDIR)$(PREFIX)/$${entry##*:}" || exit 1; \
	done
	@for name in $(LINKS); do rm -f -- "$(DESTDIR)$(PREFIX)/bin/$$name" || exit 1; done
	@for folder in docs .; do \
	  folder="$(DESTDIR)$(PREFIX)/share/doc/pwstore/$$folder"; \
	  ! test -d "$$folder" || rmdir --ignore-fail-on-non-empty -- "$${folder%/.}" || exit 1; \
	done

deb: ## build a Debian package: .build/pwstore_VERSION_ARCHITECTURE.deb
	scripts/install-packages build deb
	$(MAKE) all
	scripts/deb $(BINARY) .build

check-deb: deb ## check that package with lintian, and install and remove it in a place of its own
	scripts/check-deb .build/pwstore_`$(BINARY) version | cut -d ' ' -f 2`_`dpkg --print-architecture`.deb

clean: ## remove what was built
	rm -rf .build .build-asan

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 18
