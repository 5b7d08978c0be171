#!/bin/sh
# A fake systemctl for one service, a real process; uses systemd's output and exit codes.
state=${0%/bin/*}/state
verb=''
unit=''
for word in "$@"; do
  case $word in
    -*) ;;
    *) if [ -z "$verb" ]; then verb=$word; else unit=$word; fi ;;
  esac
done
case $unit in *.*) ;; *) unit=$unit.service ;; esac
known=$(cat "$state/unit")

# Current time, in milliseconds since 1970.
now() { date +%s%3N; }
runs() { [ -s "$state/pid" ] && kill -0 "$(cat "$state/pid")" 2>/dev/null; }

# The transition in progress, which ends at the time in the file `until`.
underway() {
  [ -s "$state/until" ] || return 1
  read -r word end <"$state/until"
  if [ "$(now)" -lt "$end" ]; then echo "$word"; return 0; fi
  rm -f "$state/until"
  [ "$word" = activating ] && launch
  return 1
}
launch() {
  setsid sleep 1000000 </dev/null >/dev/null 2>&1 &
  echo $! >"$state/pid"
}
halt() {
  runs && kill "$(cat "$state/pid")"
  rm -f "$state/pid"
}
active_state() {
  if [ "$unit" != "$known" ]; then echo inactive; return; fi
  if [ -s "$state/forced" ]; then cat "$state/forced"; return; fi
  underway && return
  if runs; then echo active; else echo inactive; fi
}
begin() {
  if [ -s "$state/slow" ]; then echo "activating $(($(now) + $(cat "$state/slow")))" >"$state/until"; else launch; fi
}
end() {
  halt
  if [ -s "$state/slow" ]; then echo "deactivating $(($(now) + $(cat "$state/slow")))" >"$state/until"; fi
}

case $verb in
  is-active)
    active_state
    [ "$(active_state)" = active ] || exit 3
    ;;
  show)
    if [ "$unit" = "$known" ]; then echo LoadState=loaded; else echo LoadState=not-found; fi
    echo "ActiveState=$(active_state)"
    ;;
  start | stop | restart)
    echo "$verb $unit" >>"$state/orders"
    if [ -s "$state/refusal" ]; then
      echo "Failed to $verb $unit: $(cat "$state/refusal")" >&2
      echo "See system logs and 'systemctl status $unit' for details." >&2
      exit 4
    fi
    if [ "$unit" != "$known" ]; then
      echo "Failed to $verb $unit: Unit $unit not found." >&2
      exit 5
    fi
    rm -f "$state/forced"
    case $verb in
      start) runs || begin ;;
      stop) end ;;
      restart)
        halt
        begin
        ;;
    esac
    ;;
  *)
    echo "Unknown command verb $verb." >&2
    exit 1
    ;;
esac
