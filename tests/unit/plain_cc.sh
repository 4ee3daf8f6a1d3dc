#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# plain_cc.sh CC ARGS...: CC without the sanitizers, whose checks would count as code.
cc=$1
shift
for arg; do
	shift
	case $arg in
	-fsanitize=* | -fno-sanitize*) ;;
	*) set -- "$@" "$arg" ;;
	esac
done
exec "$cc" "$@"
