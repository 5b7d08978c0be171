#!/bin/sh
# What sshd runs in place of every command that it is asked for (ForceCommand): notes the command, then lets it run, unless
# the server is to behave oddly.
folder=${0%/*}
printf '%s\0' "$SSH_ORIGINAL_COMMAND" >>"$folder/state/commands"
if [ -f "$folder/state/flood" ]; then exec head -c 10737418240 /dev/zero; fi
if [ -f "$folder/state/stall" ]; then exec sleep 3600; fi
if [ -f "$folder/state/answer" ]; then exec cat "$folder/state/answer"; fi
PATH=$folder/bin:/usr/local/bin:/usr/bin:/bin
export PATH
exec sh -c "$SSH_ORIGINAL_COMMAND"
