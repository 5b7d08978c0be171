// All commands that are ever run on a server. They are constants: administrators' input is sent on standard input, read into a
// variable, and only used in quotes. Each script is wrapped in single quotes and contains none, so that the login shell passes it
// to sh unchanged. This works for Bourne-like shells, zsh and fish, but not for csh, which allows no line breaks in quotes.
import type { SERVER_VERBS } from '#contract/toolbox/limits.ts';

export type Verb = (typeof SERVER_VERBS)[number];

const VIDEO = 'mp4 mov mkv webm avi m4v mpg mpeg wmv flv mxf mts m2ts ts ogv 3gp braw r3d';
const IMAGES_AND_AUDIO =
  'jpg jpeg png gif webp avif heic tif tiff bmp svg psd exr dng raw cr2 nef arw tga wav mp3 aac m4a flac ogg opus aif aiff wma mid';

const script = (lines: string): string => `exec sh -c 'LC_ALL=C; export LC_ALL\n${lines.trim()}'`;

const endsIn = (extensions: string): string =>
  `\\( ${extensions
    .split(' ')
    .map((extension) => `-iname "*.${extension}"`)
    .join(' -o ')} \\)`;

/**
 * Takes a unit and a folder as input. Prints the unit's state and then the machine's readings, each under a bracketed heading. An
 * unresponsive file system delays it by at most 5 s: `df` is then left running in the background, detached from all outputs.
 */
export const OBSERVE = script(`
IFS= read -r unit; IFS= read -r folder
echo "[unit]"; systemctl show --property=LoadState --property=ActiveState -- "$unit" 2>&1 </dev/null
echo "[cpu]"; head -n 1 /proc/stat
echo "[memory]"; grep -E "^(MemTotal|MemAvailable):" /proc/meminfo
echo "[network]"; cat /proc/net/dev
echo "[uptime]"; cat /proc/uptime
echo "[disk]"; ( timeout -k 1 3 df -P -k -- "$folder" 2>/dev/null </dev/null & ) | timeout -k 1 4 head -n 2
exit 0`);

/**
 * Takes a folder as input. Prints four numbers for all files below it: the file count, then the bytes of video, of images and
 * audio, and of other files. File names are never printed. Prints nothing if the search takes longer than 9 s. An unresponsive
 * file system delays it by at most 15 s.
 */
export const COUNT_FILES = script(`
IFS= read -r folder
timeout -k 1 3 test -d "$folder" -a -r "$folder" -a -x "$folder" </dev/null || exit 3
( {
  timeout -k 1 9 nice -n 19 find "$folder/." -type f \\( ${endsIn(VIDEO)} -printf "v %s\\n" -o ${endsIn(IMAGES_AND_AUDIO)} -printf "m %s\\n" -o -printf "o %s\\n" \\) 2>/dev/null </dev/null
  echo "end $?"
} 2>/dev/null </dev/null & ) | timeout -k 1 11 awk "
  \\$1 == \\"end\\" { if (\\$2 > 1) exit; printf \\"%.0f %.0f %.0f %.0f\\\\n\\", n, v, m, o; exit }
  { n++ }
  \\$1 == \\"v\\" { v += \\$2 }
  \\$1 == \\"m\\" { m += \\$2 }
  \\$1 == \\"o\\" { o += \\$2 }
"`);

const order = (verb: Verb): string =>
  script(`
IFS= read -r unit
exec systemctl --no-block --no-ask-password ${verb} -- "$unit" </dev/null`);

/** Takes a unit as input and passes the command to systemd without waiting for it to finish. */
export const ORDERS: Readonly<Record<Verb, string>> = {
  start: order('start'),
  stop: order('stop'),
  restart: order('restart'),
};
