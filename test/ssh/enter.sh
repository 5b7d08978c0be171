#!/bin/sh
# Init process of a separate namespace (unshare --mount --pid): mounts accounts and a /run that only its sshd sees.
set -e
folder=$1
mount --bind "$folder/passwd" /etc/passwd
mount --bind "$folder/shadow" /etc/shadow
if [ -f "$folder/pam" ]; then mount --bind "$folder/pam" /etc/pam.d/sshd; fi
mount -t tmpfs -o size=1m,mode=0755 tmpfs /run
mkdir -m 0755 /run/sshd
if [ -f "$folder/state/enabled" ]; then
  setpriv --reuid 59123 --regid 59123 --clear-groups "$folder/bin/systemctl" start "$(cat "$folder/state/enabled")"
fi
exec /usr/sbin/sshd -D -e -f "$folder/sshd_config"
