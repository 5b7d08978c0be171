// All that servers are ever asked to run. These are constants: what an administrator typed travels on standard input, is read
// there into a variable, and is used in quotes alone. Each is a script in single quotes, so that the login shell hands it to sh
// as it is, be it one of Bourne's family, zsh or fish; csh is none, as it takes no line break in quotes. There is no single
// quote inside.
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
 * Reads the unit and a folder. Prints the state of the unit, then what the machine measures, each under a line in brackets. A
 * file system that does not answer holds it up for 5 s at most: `df` is left to itself then, and holds none of its outputs.
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
 * Reads a folder. Prints four numbers for all files below it: how many there are, then the bytes of video, of images and
 * audio, and of all others. No name of a file is ever printed. Prints nothing when it could not look through all in 9 s. A file system that does not answer holds it up for 15 s at most.
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

/** Read the unit, and give systemd the order without waiting until it is done. */
export const ORDERS: Readonly<Record<Verb, string>> = {
  start: order('start'),
  stop: order('stop'),
  restart: order('restart'),
};
