#!/bin/sh
# Runs in place of every command requested from sshd (ForceCommand): records the command, then runs it, unless the server is
# set to misbehave.
folder=${0%/*}
printf '%s\0' "$SSH_ORIGINAL_COMMAND" >>"$folder/state/commands"
if [ -f "$folder/state/flood" ]; then exec head -c 10737418240 /dev/zero; fi
if [ -f "$folder/state/stall" ]; then exec sleep 3600; fi
if [ -f "$folder/state/answer" ]; then exec cat "$folder/state/answer"; fi
PATH=$folder/bin:/usr/local/bin:/usr/bin:/bin
export PATH
exec sh -c "$SSH_ORIGINAL_COMMAND"
