// Suggests a title and tags from the names of the chosen files and folders.
import { sharedFolder } from '#client/features/uploads/batches.ts';
import { plainTag } from '#client/kit/tags.ts';
import { TAG_MAX_CHARACTERS, TITLE_MAX_CHARACTERS } from '#contract/uploads/limits.ts';
import { leadingFiles, type Proposal, type ProposedFile } from '#contract/uploads/proposals.ts';

/** Words that say nothing about a pack: names of folders, cameras and versions. A name of such words alone is no title. */
const EMPTY_WORDS = new Set(
  `aif aiff and asset assets audio by camera clip clips collection comp copy cube demo desktop dir document documents download
  downloads dsc dscf dscn edit element elements export exported exports file files final folder folders font fonts footage for frame
  frames free from gopr image images img kit license licence lut luts main master media misc mov mp3 mp4 music mvi my new of old
  output pack package packs part photo photos picture pictures png pack preset presets preview previews proj project projects pxl
  readme recording render renders sample screen screenshot sequence set sfx shape shapes sound sounds source sources src stuff
  template templates test the thumb thumbnail tmp track unnamed untitled update updated upload uploads ver version vid video videos
  vol volume wav webm with zip effect effects fx title titles transition transitions overlay overlays model models`.split(
    /\s+/,
  ),
);
const CAPITALS = new Map(
  'LUT LUTs SFX FX VFX HDR VHS CRT UI HUD RGB 2D 3D 4K 6K 8K HD UHD BPM AE'
    .split(' ')
    .map((word) => [word.toLowerCase(), word]),
);
/** Capital letters inside names that are one word. */
const ONE_WORD = /\b(Pro Res|Cap Cut|You Tube|Tik Tok|Luma Fusion|Day Light)\b/g;

/** Tags of the types, as creators usually write them. */
const TYPE_TAGS: Partial<Record<NonNullable<Proposal['type']>, string>> = {
  LUT: 'lut',
  transition: 'transition',
  overlay: 'overlays',
  'sound effect': 'sound fx',
  music: 'music',
  title: 'titles',
  shape: 'shapes',
  font: 'fonts',
  model: '3d models',
};
/** Tags of several words, and words with another usual spelling after `=`. */
const PHRASES: [RegExp, string][] = `film grain,film look,film burn,light leak=light leaks,lens flare,black and white,
  teal and orange,golden hour,lower third=lower thirds,motion graphic=motion graphics,mogrt=motion graphics,logo reveal,
  kinetic type,split screen,whip pan,match cut,super 8,green screen,sci fi=sci-fi,lo fi=lo-fi,hip hop,music video,
  chapter card=chapter cards,skin tone=skin tones,colou?r grade=color grade,colou?r grading=color grade,rec ?709=rec709,
  s ?log ?[23]=s-log,v ?log=v-log,c ?log ?[23]?=c-log,hand ?held=handheld,8 ?mm=8mm,16 ?mm=16mm,loopable=loop,looping=loop`
  .split(/,\s*/)
  .map((entry) => {
    const [words = '', tag = words] = entry.split('=');
    return [new RegExp(`(?<![\\p{L}\\d])${words}s?(?![\\p{L}\\d])`, 'gu'), tag];
  });
const FACTS: [RegExp, (found: string) => string][] = [
  [/(?<![\p{L}\d])([468]k|2160p|1440p|1080p|720p)(?![\p{L}\d])/u, (found) => (found === '2160p' ? '4k' : found)],
  [/(?<!\d)(\d{2,3}) ?bpm(?!\p{L})/u, (found) => `${found} bpm`],
  [/(?<!\d)(\d{2,3}) ?fps(?!\p{L})/u, (found) => `${found} fps`],
  [/(?<!\p{L})(alpha)(?!\p{L})/u, (found) => found],
];

const MOST_TAGS = 8;
const MOST_FOLDERS = 3;
/** Names to look at. More of them add nothing. */
const MOST_FILES = 3000;

const stemOf = (name: string): string => name.replace(/(?<=.)\.[^./ ]{1,11}$/, '');

const inCase = (word: string): string =>
  CAPITALS.get(word.toLowerCase()) ?? word.slice(0, 1).toUpperCase() + word.slice(1);

/** A file or folder name as a person would write it: `Cinematic_LUT_Pack_v2` becomes `Cinematic LUT Pack v2`. */
export function readableName(name: string): string {
  const bare = name
    .normalize('NFKC')
    .replace(/\s*(?:\(\d+\)|- copy(?: \(\d+\))?)$/i, '')
    .replace(/-(?:main|master)$/, '');
  // A hyphen separates words only in names without another separator, such as film-grain-pack.
  const spaced = (/[\s_+]/.test(bare) ? bare : bare.replaceAll('-', ' '))
    .replaceAll(/[_+~]+|%20|(?<!\d)\.|\.(?!\d)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const words = spaced.includes(' ')
    ? spaced
    : spaced.replaceAll(/(?<=\p{Ll}{2})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})|(?<=\p{Ll}{3})(?=\d)/gu, ' ');
  const joined = words.replaceAll(ONE_WORD, (found) => found.replace(' ', ''));
  const isFlat = joined === joined.toLowerCase() || (joined === joined.toUpperCase() && joined.includes(' '));
  const cased = isFlat ? joined.toLowerCase().replaceAll(/[^\s-]+/g, inCase) : joined;
  return cased.replaceAll(/(?<!\S)V(?=\d)/g, 'v');
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\d]+/gu) ?? [];

/** Whether a word means something. Numbers, versions, dates and hashes don't. */
const isTelling = (word: string): boolean =>
  !EMPTY_WORDS.has(word) &&
  !/^v?\d+(?:bpm|fps)?$|\d{4}|^(?=.*\d)[\da-f]{6,}$/.test(word) &&
  (word.length >= 3 || /[^\x20-\x7f]/.test(word));

const isName = (readable: string): boolean => wordsOf(readable).some(isTelling);

/** Words that all names begin with. */
const sharedStart = (names: readonly string[]): string => {
  let shared = names[0]?.split(' ') ?? [];
  for (const name of names) {
    const words = name.split(' ');
    const end = shared.findIndex((word, index) => word !== words[index]);
    if (end >= 0) shared = shared.slice(0, end);
  }
  return shared.join(' ').replace(/[\s\d-]+$/, '');
};

const isHidden = ({ path }: ProposedFile): boolean => /(^|\/)(\.|__MACOSX\/)/.test(path);

/** The files that say most about a pack; all files if none has a known extension. */
const tellingFiles = (files: readonly ProposedFile[]): ProposedFile[] => {
  const shown = files.slice(0, MOST_FILES).filter((file) => !isHidden(file));
  const leading = leadingFiles(shown);
  return leading.length > 0 ? leading : shown;
};

const namesOf = (files: readonly ProposedFile[]): string[] =>
  files.map(({ path }) => stemOf(path.split('/').at(-1) ?? ''));

/**
 * A title from the folder that the files share, otherwise from the beginning that their names share. Null if these names say
 * nothing.
 */
export function proposeTitle(files: readonly ProposedFile[]): string | null {
  const telling = tellingFiles(files);
  const folders = sharedFolder(telling)
    .split('/')
    .map((folder) => readableName(folder.replace(/\.zip$/i, '')));
  const title = folders.find(isName) ?? sharedStart(namesOf(telling).map(readableName));
  if (!isName(title)) return null;
  return title.length <= TITLE_MAX_CHARACTERS ? title : title.slice(0, TITLE_MAX_CHARACTERS).replace(/\s+\S*$/, '');
}

/** Words in at least a third of the names, most frequent first. */
const frequentWords = (names: readonly string[]): string[] => {
  const counts = new Map<string, number>();
  for (const name of names) for (const word of new Set(wordsOf(name))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .filter(([word, count]) => count * 3 >= names.length && isTelling(word))
    .sort((one, other) => other[1] - one[1])
    .map(([word]) => word);
};

/** Names of the folders inside the pack, those with most files first. */
const innerFolders = (files: readonly ProposedFile[]): string[] => {
  const depth = sharedFolder(files).split('/').filter(Boolean).length;
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const folder = path.split('/').slice(0, -1)[depth];
    if (folder !== undefined) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].sort((one, other) => other[1] - one[1]).map(([folder]) => readableName(folder));
};

const ARCHIVE = /\.(?:zip|rar|7z)$/i;

/** Tags from the names of files and folders, and from what is known about the files. None if no file is of a known kind. */
export function proposeTags(files: readonly ProposedFile[], type: Proposal['type']): string[] {
  const telling = tellingFiles(files);
  if (leadingFiles(telling).length === 0 && !telling.some(({ path }) => ARCHIVE.test(path))) return [];
  const title = proposeTitle(files) ?? '';
  const names = namesOf(telling).map(readableName);
  const folders = innerFolders(telling).filter(isName).slice(0, MOST_FOLDERS);
  const repeated = frequentWords(names);
  let text = [title, ...folders, ...(names.length > 3 ? [repeated.join('\n')] : names)].join('\n').toLowerCase();
  text = text.replaceAll(/[^\S\n]+|-/g, ' ');
  const tags = new Set<string>();
  const known = (type && TYPE_TAGS[type]) || '';
  if (known) tags.add(known);
  for (const [words, tag] of PHRASES) {
    const rest = text.replaceAll(words, '\n');
    if (rest !== text) tags.add(tag);
    text = rest;
  }
  const facts = FACTS.flatMap(([words, tagOf]) => {
    const found = words.exec(`${text}\n${names.slice(0, 20).join('\n').toLowerCase()}`)?.[1];
    return found ? [tagOf(found)] : [];
  });
  if (files.some(({ hasAlpha }) => hasAlpha)) facts.push('alpha');
  for (const word of wordsOf(text)) if (isTelling(word) && !facts.includes(word)) tags.add(plainTag(word));
  const kept = [...tags].filter((tag) => tag.length <= TAG_MAX_CHARACTERS);
  const room = MOST_TAGS - new Set(facts).size;
  return [...new Set([...kept.slice(0, room), ...facts])];
}
