# tebunko-tools: every rule.  Local settings go into config.mk.
#
#	make			build all tools into $(BUILD)/bin
#	make check		build, then all tests (TAP by prove)
#	make check-asan		the same under AddressSanitizer and UBSan
#	make fuzz T=xml SECONDS=60	libFuzzer on tests/fuzz/xml.c (needs clang)
#	make golden		rewrite tests/golden from what the tools give
#	make try DIR=… WORD=…	set up this machine, build, index DIR, search WORD

VERSION = 0.1.0
-include config.mk

PREFIX  ?= /usr/local
BINDIR  ?= $(PREFIX)/bin
MANDIR  ?= $(PREFIX)/share/man
DATADIR ?= $(PREFIX)/share
BUILD   ?= build
# Tests and the parts of a build that run side by side.
JOBS    ?= $(shell nproc 2>/dev/null || echo 2)

CC         ?= cc
PKG_CONFIG ?= pkg-config
LIBS        = libdeflate libxml-2.0 icu-uc libcrypto libpcre2-16 \
	      jansson libxxhash zlib
CFLAGS     ?= -O2 -g
WARN = -pedantic -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion \
	-Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition \
	-Wpointer-arith -Wcast-qual -Wcast-align -Wwrite-strings -Wundef \
	-Wvla -Wformat=2 -Wimplicit-fallthrough -Wnull-dereference \
	-Wno-missing-field-initializers
ifneq ($(DEV)$(CI),)
WARN += -Werror
endif
HARDEN  ?= -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fPIE
LDHARDEN ?= -pie -Wl,-z,relro,-z,now

PKG_CFLAGS := $(shell $(PKG_CONFIG) --cflags $(LIBS) 2>/dev/null)
PKG_LIBS   := $(shell $(PKG_CONFIG) --libs $(LIBS) 2>/dev/null)

TB_CPPFLAGS = -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -Ilibcommon \
	-I$(BUILD) -DVERSION='"$(VERSION)"' \
	-DLOCALEDIR='"$(DATADIR)/locale"' $(PKG_CFLAGS)
TB_CFLAGS = -std=c11 $(WARN) $(HARDEN) -include base/banned.h -MMD -MP
TB_LIBS   = $(PKG_LIBS) $(shell cat $(BUILD)/probe.libs 2>/dev/null) -lm -pthread

TOOLS   = $(patsubst cmd/%.c,%,$(wildcard cmd/*.c))
BINS    = $(TOOLS:%=$(BUILD)/bin/%)
SCRIPTS = contrib/tb-index
LIBSRC  = $(wildcard libcommon/*/*.c libcommon/*/*/*.c)
LIBSRC := $(filter-out libcommon/probe/%,$(LIBSRC))
LIBOBJ  = $(LIBSRC:%.c=$(BUILD)/%.o)
LIBA    = $(BUILD)/libcommon.a
UNITS   = $(patsubst tests/unit/%.c,$(BUILD)/tests/unit/%,\
	  $(wildcard tests/unit/*.c))
FUZZERS = $(patsubst tests/fuzz/%.c,$(BUILD)/tests/fuzz/%,\
	  $(filter-out tests/fuzz/replay.c,$(wildcard tests/fuzz/*.c)))
TESTS   = $(sort $(wildcard tests/cmd/*.t tests/stage/*.t tests/bugs/*.t \
	  tests/pipe/*.t tests/fault/*.t tests/fuzz/*.t tests/lint/*.t))
MOS     = $(patsubst libcommon/po/%.po,\
	  $(BUILD)/locale/%/LC_MESSAGES/tebunko-tools.mo,\
	  $(wildcard libcommon/po/*.po))
PROBES  = $(wildcard libcommon/probe/*.c)

# make V=1 shows the commands.
Q    = $(if $(V),,@)
SHOW = $(if $(V),@:,@printf '  %-5s %s\n')

.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: all ready check check-built check-asan check-only lint fmt golden bench try deps clean \
	install uninstall dist distcheck fuzz fuzz-smoke cover po

all: $(BINS) $(MOS) $(BUILD)/bin/tb-index

# ---- configuration ----------------------------------------------------------

# A probe that compiles and links becomes HAVE_<NAME>; its first line may name
# a library: "/* lib: seccomp */".
$(BUILD)/config.h $(BUILD)/probe.libs &: $(PROBES)
	@mkdir -p $(BUILD)
	@$(PKG_CONFIG) --exists $(LIBS) || { \
	  echo "missing libraries; run contrib/deps.sh (or: make deps)" >&2; \
	  $(PKG_CONFIG) --print-errors --exists $(LIBS); exit 1; }
	@: >$(BUILD)/config.h.new; : >$(BUILD)/probe.libs.new
	@for p in $(PROBES); do \
	  n=$$(basename $$p .c); \
	  lib=$$(sed -n '1s,^/\* lib: \(.*\) \*/$$,-l\1,p' $$p); \
	  if $(CC) -D_GNU_SOURCE $(CPPFLAGS) -o $(BUILD)/probe.out $$p \
	    $(LDFLAGS) $$lib >$(BUILD)/probe.log 2>&1; then \
	    echo "#define HAVE_$$n 1" | tr a-z A-Z | sed 's/DEFINE/define/' \
	      >>$(BUILD)/config.h.new; \
	    echo "$$lib" >>$(BUILD)/probe.libs.new; \
	  fi; done
	@mv $(BUILD)/config.h.new $(BUILD)/config.h
	@mv $(BUILD)/probe.libs.new $(BUILD)/probe.libs

deps:
	contrib/deps.sh

# What a new machine lacks is installed before it is needed: make reads its
# variables anew afterwards.
NEEDED = cc pkg-config prove jq python3 zip msgfmt
ready:
	@for c in $(NEEDED); do command -v $$c >/dev/null || missing=1; done; \
	test -z "$$missing" && $(PKG_CONFIG) --exists $(LIBS) || \
	contrib/deps.sh

# make try DIR=~/Documents WORD=見積: from nothing to the first hit.
try: export TRY_DIR = $(DIR)
try: export TRY_WORD = $(WORD)
try:
	@test -n "$$TRY_DIR" && test -n "$$TRY_WORD" || { \
	  echo "usage: make try DIR=FOLDER WORD=WORD" >&2; exit 2; }
	@case $$TRY_DIR in "~"/*) TRY_DIR=$$HOME/$${TRY_DIR#??};; esac; \
	test -d "$$TRY_DIR" || { \
	  echo "make try: no such folder: $$TRY_DIR" >&2; exit 2; }
	@$(MAKE) --no-print-directory ready
	@$(MAKE) --no-print-directory all
	@case $$TRY_DIR in "~"/*) TRY_DIR=$$HOME/$${TRY_DIR#??};; esac; \
	PATH=$(abspath $(BUILD))/bin:$$PATH; \
	TB_WORKSPACE=$(abspath $(BUILD))/try; export PATH TB_WORKSPACE; \
	tb-index "$$TRY_DIR" || test $$? -eq 1 || exit; \
	echo "--- tb-grep '$$TRY_WORD'"; \
	tb-grep -- "$$TRY_WORD" || test $$? -eq 1 || exit; \
	echo "--- the index is in $$TB_WORKSPACE; make install installs"

# ---- build ------------------------------------------------------------------

$(BUILD)/%.o: %.c Makefile $(BUILD)/config.h
	@mkdir -p $(@D)
	$(SHOW) CC $<
	$(Q)$(CC) $(TB_CPPFLAGS) $(CPPFLAGS) $(TB_CFLAGS) $(CFLAGS) -c -o $@ $<

$(LIBA): $(LIBOBJ)
	@rm -f $@
	$(SHOW) AR $@
	$(Q)$(AR) rcs $@ $(LIBOBJ)

$(BUILD)/bin/tb-%: $(BUILD)/cmd/tb-%.o $(LIBA)
	@mkdir -p $(@D)
	$(SHOW) LD $@
	$(Q)$(CC) $(LDHARDEN) $(CFLAGS) $(LDFLAGS) -o $@ $< $(LIBA) $(TB_LIBS) \
	  $(LDLIBS)

$(BUILD)/bin/tb-index: contrib/tb-index
	@mkdir -p $(@D)
	$(Q)sed 's/@VERSION@/$(VERSION)/' contrib/tb-index >$@ && chmod +x $@

$(BUILD)/locale/%/LC_MESSAGES/tebunko-tools.mo: libcommon/po/%.po
	@mkdir -p $(@D)
	msgfmt -c -o $@ $<

$(BUILD)/tests/unit/%: tests/unit/%.c tests/unit/tap.h $(LIBA)
	@mkdir -p $(@D)
	$(SHOW) CC $<
	$(Q)$(CC) $(TB_CPPFLAGS) -Itests/unit $(CPPFLAGS) $(TB_CFLAGS) $(CFLAGS) \
	  $(LDHARDEN) $(LDFLAGS) -o $@ $< $(LIBA) $(TB_LIBS) $(LDLIBS)

# A fuzz target without a fuzzer: it replays seeds.
$(BUILD)/tests/fuzz/%: tests/fuzz/%.c tests/fuzz/replay.c $(LIBA)
	@mkdir -p $(@D)
	$(SHOW) CC $<
	$(Q)$(CC) $(TB_CPPFLAGS) -Itests/unit $(CPPFLAGS) $(TB_CFLAGS) $(CFLAGS) \
	  $(LDHARDEN) $(LDFLAGS) -o $@ $< tests/fuzz/replay.c $(LIBA) \
	  $(TB_LIBS) $(LDLIBS)

# ---- tests ------------------------------------------------------------------

check: ready
	$(MAKE) check-built

check-built: all $(UNITS) $(FUZZERS)
	$(MAKE) check-only

check-only:
	@BUILD=$(abspath $(BUILD)) VERSION=$(VERSION) \
	  prove -j$(JOBS) --exec '' $(PROVEFLAGS) $(UNITS) \
	  $(TESTS:%=./%)

# Writes what the tools now give over tests/golden; the diff is reviewed as code.
golden: all
	@BUILD=$(abspath $(BUILD)) VERSION=$(VERSION) TB_GOLDEN_WRITE=1 \
	  prove -j$(JOBS) --exec '' $(PROVEFLAGS) \
	  $(addprefix ./,$(shell grep -l '^golden ' $(TESTS)))
	@git diff --stat -- tests/golden

BENCHES = $(patsubst tests/bench/%.c,$(BUILD)/tests/bench/%,\
	  $(wildcard tests/bench/*.c))
$(BUILD)/tests/bench/%: tests/bench/%.c $(LIBA)
	@mkdir -p $(@D)
	$(SHOW) CC $<
	$(Q)$(CC) $(TB_CPPFLAGS) $(CPPFLAGS) $(TB_CFLAGS) $(CFLAGS) \
	  $(LDHARDEN) $(LDFLAGS) -o $@ $< $(LIBA) $(TB_LIBS) $(LDLIBS)

# Ratios against peers on this machine, as Markdown.
bench: all $(BENCHES)
	BUILD=$(abspath $(BUILD)) tests/bench/run

ASAN = -fsanitize=address,undefined -fno-sanitize-recover=all
check-asan:
	$(MAKE) check BUILD=build/asan HARDEN= LDHARDEN= \
	  CFLAGS="-O1 -g -fno-omit-frame-pointer $(ASAN)"

# make fuzz T=xml SECONDS=60: libFuzzer, by clang; what it finds and learns lies
# in build/fuzz/T.
T       = xml
SECONDS = 60
FUZZ    = build/fuzz
$(FUZZ)/bin/%: tests/fuzz/%.c $(LIBA)
	@mkdir -p $(@D)
	$(Q)$(CC) $(TB_CPPFLAGS) -Itests/unit $(TB_CFLAGS) $(CFLAGS) \
	  -fsanitize=fuzzer -o $@ $< $(LIBA) $(TB_LIBS)

fuzz:
	$(MAKE) CC=clang BUILD=$(FUZZ) HARDEN= LDHARDEN= CFLAGS="-O1 -g \
	  -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined \
	  -fno-sanitize-recover=all" $(FUZZ)/bin/$(T)
	@mkdir -p $(FUZZ)/$(T) tests/fuzz/seeds/$(T)
	python3 tests/fuzz/mkseeds.py $(FUZZ)/seeds
	@mkdir -p $(FUZZ)/seeds/$(T)
	dict=tests/fuzz/$(T).dict; [ -f $$dict ] && dict=-dict=$$dict || dict=; \
	$(FUZZ)/bin/$(T) -max_total_time=$(SECONDS) -timeout=10 -max_len=20000 \
	  -artifact_prefix=$(FUZZ)/$(T)- $$dict $(FUZZ)/$(T) \
	  $(FUZZ)/seeds/$(T) tests/fuzz/seeds/$(T)

# ---- lint -------------------------------------------------------------------

SOURCES = $(wildcard cmd/*.c) $(LIBSRC) \
	  $(wildcard libcommon/*/*.h libcommon/*/*/*.h tests/unit/*.[ch] \
	  tests/fuzz/*.c tests/bench/*.c)
SHELLS  = contrib/tb-index contrib/deps.sh tests/lib.sh .ci/run $(TESTS)

# What the compiler cannot see.  Each step says nothing when all is well.
lint: $(BUILD)/config.h
	clang-format --dry-run -Werror $(SOURCES)
	shellcheck -s sh $(SHELLS)
	cppcheck --quiet --error-exitcode=1 --std=c11 --inline-suppr \
	  --enable=warning,portability --suppress=missingIncludeSystem \
	  --suppress=internalAstError -D_GNU_SOURCE -Ilibcommon -I$(BUILD) \
	  -j $(JOBS) cmd libcommon
	for p in $(MANPAGES) $(MANPAGESJA); do \
	  mandoc -T lint -W warning $$p || exit 1; done
	$(MAKE) CC=clang DEV=1 BUILD=build/clang all

# ---- installation -----------------------------------------------------------

MANPAGES   = $(wildcard man/*.[1-8])
MANPAGESJA = $(wildcard man/ja/*.[1-8])

install: all
	install -d $(DESTDIR)$(BINDIR)
	install -m 755 $(BINS) $(BUILD)/bin/tb-index $(DESTDIR)$(BINDIR)
	for p in $(MANPAGES); do \
	  d=$(DESTDIR)$(MANDIR)/man$${p##*.}; \
	  install -d $$d && install -m 644 $$p $$d || exit 1; done
	for p in $(MANPAGESJA); do \
	  d=$(DESTDIR)$(MANDIR)/ja/man$${p##*.}; \
	  install -d $$d && install -m 644 $$p $$d || exit 1; done
	for m in $(MOS:$(BUILD)/%=%); do \
	  install -d $(DESTDIR)$(DATADIR)/$${m%/*} && \
	  install -m 644 $(BUILD)/$$m $(DESTDIR)$(DATADIR)/$$m || exit 1; done

uninstall:
	for b in $(TOOLS) tb-index; do rm -f $(DESTDIR)$(BINDIR)/$$b; done
	for p in $(MANPAGES); do \
	  rm -f $(DESTDIR)$(MANDIR)/man$${p##*.}/$${p##*/}; done
	for p in $(MANPAGESJA); do \
	  rm -f $(DESTDIR)$(MANDIR)/ja/man$${p##*.}/$${p##*/}; done
	for m in $(MOS:$(BUILD)/%=%); do \
	  rm -f $(DESTDIR)$(DATADIR)/$$m; done

fmt:
	clang-format -i $(SOURCES)

# ---- messages ---------------------------------------------------------------

POTSRC = $(sort $(wildcard cmd/*.c) $(LIBSRC))
POT    = $(BUILD)/tebunko-tools.pot
$(POT): $(POTSRC)
	@mkdir -p $(@D)
	xgettext --from-code=UTF-8 --language=C --keyword=_ --keyword=N_ \
	  --sort-output --no-location --package-name=tebunko-tools \
	  --package-version=$(VERSION) -o $@ $(POTSRC)

# Takes new and changed messages into the translations; then translate them.
po: $(POT)
	for p in libcommon/po/*.po; do \
	  msgmerge --quiet --no-fuzzy-matching --no-location --no-wrap \
	    --sort-output -o $$p.new $$p $(POT) && \
	  msgattrib --no-obsolete --no-wrap -o $$p $$p.new && rm $$p.new || \
	  exit 1; done

# ---- releases ---------------------------------------------------------------

DISTNAME = tebunko-tools-$(VERSION)

# Refuses a checkout whose tag and VERSION differ, or that has changes.
dist:
	@test "$$(git describe --tags --exact-match 2>/dev/null)" = v$(VERSION) || \
	  { echo "the checkout is not at tag v$(VERSION)" >&2; exit 1; }
	@test -z "$$(git status --porcelain)" || \
	  { echo 'the checkout has changes' >&2; exit 1; }
	git archive --prefix=$(DISTNAME)/ HEAD | xz >$(DISTNAME).tar.xz

# What would be released builds, passes, installs and uninstalls.
distcheck:
	rm -rf $(BUILD)/distcheck && mkdir -p $(BUILD)/distcheck
	git archive --prefix=$(DISTNAME)/ HEAD | tar -x -C $(BUILD)/distcheck
	$(MAKE) -C $(BUILD)/distcheck/$(DISTNAME) check
	$(MAKE) -C $(BUILD)/distcheck/$(DISTNAME) \
	  DESTDIR=$(abspath $(BUILD))/distcheck/root install uninstall
	@left=$$(find $(BUILD)/distcheck/root -type f); test -z "$$left" || \
	  { echo "left by uninstall: $$left" >&2; exit 1; }

# Line coverage of all tests, by file.
cover:
	$(MAKE) check BUILD=build/cover HARDEN= LDHARDEN= \
	  CFLAGS="-O0 -g --coverage"
	@cd build/cover && for g in $$(find libcommon cmd -name '*.gcda'); do \
	  gcov -n $$g 2>/dev/null | \
	  awk '/^File .(libcommon|cmd)\// { f = $$2 } /^Lines/ && f { \
	    sub(/.*:/, "", $$2); print $$2, f; f = "" }'; done | sort -n

clean:
	rm -rf build

-include $(LIBOBJ:.o=.d) $(TOOLS:%=$(BUILD)/cmd/%.d) $(UNITS:=.d)
