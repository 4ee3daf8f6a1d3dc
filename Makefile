# SPDX-License-Identifier: GPL-2.0
# For people: make help. What the module is made of stands in Kbuild.

KDIR	?= /lib/modules/$(shell uname -r)/build
PREFIX	?= /usr/local
LIBDIR	?= $(PREFIX)/lib
DESTDIR	?=
O	?=
V	?=
K	?=
CASE	?=
KVM	?=
BENCH	?=
UPDATE	?=
SLOW	?= 4
FUZZ_SECONDS	?= 60

top	:= $(CURDIR)
Q	:= $(if $(filter-out 0,$(V)),,@)
# Our O= is not for the kernel, and an empty one undoes the KBUILD_OUTPUT of Debian's headers.
kmake	= $(MAKE) $(if $(Q),-s,V=1) -C $(KDIR) M=$(top) O=$(abspath $(KDIR))
umake	= $(MAKE) $(if $(Q),-s) -C userspace $(if $(O),O=$(abspath $(O)))
# What modules are filed under; kernelrelease of installed headers may be less.
kver	= $(shell sed -n 's/^.define UTS_RELEASE "\(.*\)"/\1/p' $(KDIR)/include/generated/utsrelease.h)
uout	= $(if $(O),$(abspath $(O)),userspace)
pages	= $(wildcard userspace/man/*.[1-8])
bashdir	= $(PREFIX)/share/bash-completion/completions
zshdir	= $(PREFIX)/share/zsh/site-functions
# libkprobectl.so and its two other names
libversion = $(shell $(umake) -s --no-print-directory version)
libs	= libkprobectl.so.$(libversion) libkprobectl.so.$(firstword $(subst ., ,$(libversion))) libkprobectl.so
papers	= $(wildcard userspace/man/*.md)
vmenv	= K='$(K)' CASE='$(CASE)' KVM='$(KVM)' V='$(V)' BENCH='$(BENCH)' UPDATE='$(UPDATE)'

# CONFIG options without which the module does not compile or cannot work.
needs-MODULES := the kernel loads no modules
needs-KALLSYMS := symbols cannot be found by name
needs-KPROBES := there are no kprobes
needs-KRETPROBES := there are no return probes
needs-FUNCTION_TRACER := functions have no place for a cheap probe at their entry
needs-DYNAMIC_FTRACE := functions have no place for a cheap probe at their entry
needs-DYNAMIC_FTRACE_WITH_REGS := a probe at a function entry sees no registers
needs-KPROBES_ON_FTRACE := a probe at a function entry costs a trap
needs-TRACEPOINTS := what a task waits for inside a call cannot be seen
needs-KRETPROBE_ON_RETHOOK := the calls that a task is in cannot be found
needs-IRQ_WORK := readers cannot be woken up from a probe
# Not needed, but missed.
wants-DEBUG_FS := there are no control files, only /dev/kprobectl
wants-CONFIGFS_FS := sessions can have no names, and there is no kprobectl_configfs.ko
config-needed := $(patsubst needs-%,%,$(filter needs-%,$(.VARIABLES)))

.PHONY: all module userspace check-config install uninstall clean help \
	install-module install-userspace deb list-config \
	bench check coverage bench-check demo smoke test test-deb test-debug test-long test-unit vm-shell sparse
.DEFAULT_GOAL := all

all: module userspace

help:
	@echo 'Build'
	@echo '  all           kprobectl.ko here, programs in userspace/ (default)'
	@echo '  module        kprobectl.ko, and kprobectl_configfs.ko for sessions with names'
	@echo '  userspace     kpread, kplint, kpload, kplend, static; libkprobectl; kpdump'
	@echo '  check-config  says which CONFIG options the kernel lacks'
	@echo '  clean         removes what was built'
	@echo
	@echo 'Install'
	@echo '  install       module, programs, library, headers, man pages, completion, units of systemd'
	@echo '  uninstall     takes them away again'
	@echo '  deb           Debian packages kprobectl and kprobectl-dkms, in build/deb'
	@echo
	@echo 'Try and test (in a virtual machine; Debian: installs what is missing)'
	@echo '  demo          four probes and what they print, in two minutes'
	@echo '  check         tests of the host, a build, sparse; no virtual machine. A minute; the first time five'
	@echo '  smoke         check, and the quick cases on 6.12. Five minutes'
	@echo '  test          everything that proves a landing, on Linux 6.1, 6.12, 7.3, rt. Half an hour'
	@echo '  test-debug    the cases in kernels that watch memory, locks and races'
	@echo '  test-deb      the packages in systems of Debian 12 and 13: root, 15 minutes'
	@echo '  test-long     fuzzes what module and kpread read, the long cases, test-debug'
	@echo '  bench         what it costs, beside ftrace, perf, BPF and bpftrace'
	@echo '  bench-check   does a hit take 8 instructions more than tests/bench/results says?'
	@echo '  test-unit     only the tests that need no kernel'
	@echo '  coverage      which lines of the sources those run, and which never;'
	@echo '                K=debug: of the module all cases do, in that kernel of test-debug'
	@echo '  sparse        static analysis of the module'
	@echo '  vm-shell      a shell in the virtual machine of the tests'
	@echo
	@echo 'Variables'
	@echo '  KDIR=DIR      kernel headers or build directory'
	@echo '                ($(KDIR))'
	@echo '  O=DIR         where userspace is built (userspace)'
	@echo '  V=1           shows the commands, and every test'
	@echo '  PREFIX=DIR    for install ($(PREFIX))'
	@echo '  LIBDIR=DIR    for install of the library ($(LIBDIR))'
	@echo '  DESTDIR=DIR   staging directory for install (none)'
	@echo '  K=KERNEL      test, vm-shell: 6.1, 6.1-rt, 6.12, 7.3 (all; vm-shell, demo: 6.1), 7.3-rt, 7.2'
	@echo '                test-debug, vm-shell: debug, debug-6.12, debug-7.3, kcsan, kcsan-7.3 (all; built on first use)'
	@echo '                bench: 6.1, 6.12, 7.3 (all)'
	@echo '  SLOW=N        test-debug: how often as long as others its kernels may take ($(SLOW))'
	@echo '  FUZZ_SECONDS=N test-long: how long to fuzz on the host ($(FUZZ_SECONDS))'
	@echo '  SEED=N        test, test-long: dice of fuzzsys, storm_*, sweep, fsetsome (as printed)'
	@echo '  FUZZ=N        test, test-long: seconds of fuzzsys'
	@echo '  RECORD=1      test, test-long: the cases read what kpread -w has recorded'
	@echo '  BENCH=PARTS   bench: of hits more samples bytes reader first shared plant memory scale flood (all)'
	@echo '  UPDATE=1      bench-check: puts what it finds into tests/bench/results and READMEs'
	@echo '  CASE=NAMES    test, smoke: only these cases, and those called NAME_... (all, and the host tests)'
	@echo '  JOBS=N        smoke, test, ...: machines of two CPUs at a time (2)'
	@echo '  KVM=1         test, demo, vm-shell: hardware virtualisation (off)'

module: check-config
	$(Q)$(kmake) modules

userspace:
	$(Q)+$(umake)

# One sentence per thing that is missing, before the compiler trips over it.
check-config:
	@if [ ! -e $(KDIR)/Makefile ]; then \
		echo "No kernel headers at $(KDIR): install linux-headers-$$(uname -r)" \
			"(Debian: apt install linux-headers-$$(uname -r)) or name a directory with KDIR=." >&2; \
		exit 1; \
	fi
	@if [ ! -e $(KDIR)/include/config/auto.conf ] && [ ! -e $(KDIR)/.config ]; then \
		echo "$(KDIR) has no configuration: it is no kernel that was built, or none for building modules." >&2; \
		exit 1; \
	fi
	@bad=0; \
	has() { \
		cat $(KDIR)/include/config/auto.conf $(KDIR)/.config 2>/dev/null | \
			grep -q "^CONFIG_$$1=[ym]" && return; \
		echo "CONFIG_$$1 is not set in $(KDIR): without it $$2." >&2; \
		return 1; \
	}; \
	$(foreach o,$(config-needed),has $(o) '$(needs-$(o))' || bad=1;) \
	has DEBUG_FS '$(wants-DEBUG_FS)' || :; \
	has CONFIGFS_FS '$(wants-CONFIGFS_FS)' || :; \
	exit $$bad

sparse: check-config
	@if ! command -v sparse >/dev/null; then \
		echo 'SKIP sparse is not there (Debian: apt install sparse)'; exit 0; \
	fi; \
	out=$$($(kmake) C=2 CHECK=sparse modules 2>&1) || { echo "$$out"; exit 1; }; \
	if echo "$$out" | grep -E '^($(top)/)?module/.*: (warning|error):'; then exit 1; fi; \
	echo 'sparse: clean'

list-config:
	@echo $(config-needed:%=CONFIG_%)

install: install-module install-userspace

install-module: module
	install -D -m 644 -t $(DESTDIR)/lib/modules/$(kver)/extra $$(ls kprobectl.ko kprobectl_configfs.ko 2>/dev/null)
	install -m 644 Module.symvers $(DESTDIR)/lib/modules/$(kver)/extra/kprobectl.symvers
	$(if $(DESTDIR),,depmod $(kver))

install-userspace: userspace
	install -d $(DESTDIR)$(PREFIX)/sbin $(DESTDIR)$(PREFIX)/include/linux
	install -m 755 $(patsubst %,$(uout)/%,$(shell $(umake) -s --no-print-directory list)) \
		$(DESTDIR)$(PREFIX)/sbin/
	install -m 644 module/uapi/linux/kprobectl.h $(DESTDIR)$(PREFIX)/include/linux/
	install -m 644 userspace/lib/kprobectl.h $(DESTDIR)$(PREFIX)/include/
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/include/kprobectl-module module/prog/kprobectl_helper.h
	install -D -m 644 -t $(DESTDIR)$(LIBDIR) $(uout)/lib/libkprobectl.a $(uout)/lib/$(firstword $(libs))
	cp -P $(patsubst %,$(uout)/lib/%,$(wordlist 2,3,$(libs))) $(DESTDIR)$(LIBDIR)/
	install -d $(DESTDIR)$(LIBDIR)/pkgconfig
	sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(libversion)|' \
		userspace/lib/libkprobectl.pc.in >$(DESTDIR)$(LIBDIR)/pkgconfig/libkprobectl.pc
	$(foreach p,$(pages),install -D -m 644 $(p) \
		$(DESTDIR)$(PREFIX)/share/man/man$(subst .,,$(suffix $(p)))/$(notdir $(p));)
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/doc/kprobectl $(papers)
	install -D -m 644 userspace/completion/kprobectl.bash $(DESTDIR)$(bashdir)/kpread
	ln -sf kpread $(DESTDIR)$(bashdir)/kplint
	ln -sf kpread $(DESTDIR)$(bashdir)/kpload
	install -d $(DESTDIR)$(zshdir)
	sed 's|@BASH@|$(bashdir)/kpread|' userspace/completion/_kprobectl >$(DESTDIR)$(zshdir)/_kprobectl
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/lib/systemd/system userspace/packaging/systemd/*

uninstall:
	rm -f $(DESTDIR)/lib/modules/$(kver)/extra/kprobectl.ko $(DESTDIR)/lib/modules/$(kver)/extra/kprobectl_configfs.ko
	rm -f $(DESTDIR)/lib/modules/$(kver)/extra/kprobectl.symvers
	rm -f $(DESTDIR)$(PREFIX)/include/kprobectl-module/kprobectl_helper.h
	rm -f $(patsubst %,$(DESTDIR)$(PREFIX)/sbin/%,$(shell $(umake) -s --no-print-directory list))
	rm -f $(DESTDIR)$(PREFIX)/include/linux/kprobectl.h $(DESTDIR)$(PREFIX)/include/kprobectl.h
	rm -f $(patsubst %,$(DESTDIR)$(LIBDIR)/%,libkprobectl.a $(libs) pkgconfig/libkprobectl.pc)
	rm -f $(patsubst userspace/packaging/systemd/%,$(DESTDIR)$(PREFIX)/lib/systemd/system/%,$(wildcard userspace/packaging/systemd/*))
	rm -f $(foreach p,$(pages),$(DESTDIR)$(PREFIX)/share/man/man$(subst .,,$(suffix $(p)))/$(notdir $(p)))
	rm -f $(patsubst userspace/man/%,$(DESTDIR)$(PREFIX)/share/doc/kprobectl/%,$(papers))
	rm -f $(patsubst %,$(DESTDIR)$(bashdir)/%,kpread kplint kpload) $(DESTDIR)$(zshdir)/_kprobectl
	$(if $(DESTDIR),,depmod $(kver))

deb:
	$(Q)userspace/packaging/make-deb build/deb

# Needs no kernel headers, so that it works where they went away.
clean:
	$(Q)find . -path ./.git -prune -o \( -name '*.o' -o -name '*.ko' -o -name '*.mod' \
		-o -name '*.mod.c' -o -name '.*.cmd' -o -name '*.d' -o -name '*.a' -o -name '*.so' -o -name '*.so.[0-9]*' \
		-o -name Module.symvers -o -name modules.order -o -path ./module/base/kernel_has.h \) -type f -exec rm -f {} +
	$(Q)rm -rf build .tmp_versions
	$(Q)+$(umake) clean

bench bench-check demo test vm-shell:
	@$(vmenv) tests/vm/$@

check:
	@$(vmenv) CHECK=1 tests/vm/test

smoke:
	@$(vmenv) SMOKE=1 tests/vm/test

test-deb:
	@tests/vm/deb

test-debug:
	@$(vmenv) DEBUG=1 SLOW='$(SLOW)' tests/vm/test

# Both run, whatever the first says; with K only what that kernel has of long cases.
test-long:
	@rc=0; $(vmenv) LONG=1 FUZZ_SECONDS='$(FUZZ_SECONDS)' tests/vm/test || rc=$$?; \
	[ -n '$(K)' ] || $(MAKE) -s test-debug || rc=$$?; \
	exit $$rc

test-unit:
	$(Q)+$(MAKE) $(if $(Q),-s) -C tests/unit check $(if $(O),O=$(abspath $(O)))

ifeq ($(K),)
coverage:
	$(Q)+$(MAKE) $(if $(Q),-s) -C tests/unit coverage $(if $(O),O=$(abspath $(O)))
else
coverage:
	@$(vmenv) SLOW='$(SLOW)' tests/vm/coverage
endif
