// Rules for checking uploaded files, without I/O.
import type { ArchiveFault, ArchiveSurvey } from '#server/kit/zip/archive-list.ts';

/** A finding in one file; the path is in its row. */
export type FileFinding = { code: string; sentence: string };

const ARCHIVE_MAX_ENTRIES = 10_000;
const ARCHIVE_MAX_RATIO = 100;
const ARCHIVE_MAX_UNPACKED_BYTES = 50 * 1024 ** 3;
const GIBIBYTE = 1024 ** 3;

/** Extensions of programs, scripts, installers and shortcuts, and of files that editing software loads and runs. */
const PROGRAM_ENDINGS = new Set(
  (
    'exe scr com pif bat cmd msi msp lnk url dll sys cpl drv ocx reg hta vbs vbe js jse mjs wsf wsh ps1 psm1 ' +
    'sh bash command app pkg dmg deb rpm appimage scpt applescript workflow py pyc jar class apk swf ' +
    'jsx jsxbin jsxinc zxp ccx aex aexs prm plugin'
  ).split(' '),
);
const PROGRAM_KINDS = new Set([
  'application/x-msdownload',
  'application/x-elf',
  'application/x-mach-binary',
  'application/x-ms-shortcut',
  'application/java-vm',
  'application/java-archive',
  'application/vnd.android.package-archive',
  'application/x-shockwave-flash',
  'application/x-deb',
  'application/x-rpm',
  'application/x-apple-diskimage',
  'text/x-shellscript',
]);
const ARCHIVE_ENDINGS = new Set('zip rar 7z tar gz tgz bz2 tbz tbz2 xz txz zst lz lz4 cab iso'.split(' '));
/** Archives that are recognised but not inspected. */
const CLOSED_ARCHIVES = new Map([
  ['application/x-rar-compressed', 'RAR'],
  ['application/x-7z-compressed', '7-Zip'],
  ['application/x-tar', 'TAR'],
  ['application/gzip', 'GZIP'],
  ['application/x-gzip', 'GZIP'],
  ['application/x-bzip2', 'BZIP2'],
  ['application/x-xz', 'XZ'],
  ['application/zstd', 'Zstandard'],
  ['application/vnd.ms-cab-compressed', 'CAB'],
]);

const TEXT = /^(?:text\/(?!html|x-shellscript)|application\/(?:json|lottie\+json|xml|x-subrip|x-cube-lut))/;
const FILM_OR_SOUND = /^(?:video|audio)\/|^application\/(?:mxf|ogg|vnd\.ms-asf)$/;
const GZIP_OR_XML = /^application\/(?:x-)?(?:gzip|xml)$/;
const ZIP = /^application\/(?:zip|java-archive|epub|vnd\.(?:openxml|oasis|android\.package))|\+zip$|3dmanufacturing/;
/** Expected content by file extension; other extensions are not checked. */
const PROMISES: ReadonlyMap<string, RegExp> = new Map([
  ...endings('png', /^image\/a?png$/),
  ...endings('jpg jpeg', /^image\/(?:jpeg|mpo)$/),
  ...endings('webp', /^image\/webp$/),
  ...endings('gif', /^image\/gif$/),
  ...endings('avif heic heif', /^image\/(?:avif|hei[cf])/),
  ...endings('tif tiff', /^image\/(?:tiff|x-)/),
  ...endings('psd', /photoshop/),
  ...endings('svg', /^image\/svg\+xml$/),
  ...endings('mp4 m4v mov webm mkv avi mxf mpg mpeg wmv', FILM_OR_SOUND),
  ...endings('wav mp3 m4a aac flac ogg oga opus aif aiff wma', FILM_OR_SOUND),
  ...endings('otf ttf ttc woff woff2', /^font\//),
  ...endings('pdf', /^application\/pdf$/),
  ...endings('zip mogrt drfx', ZIP),
  ...endings('rar', /rar/),
  ...endings('7z', /7z/),
  ...endings('gz tgz', /gzip/),
  ...endings('tar', /tar/),
  ...endings('prproj', GZIP_OR_XML),
  ...endings('cube', /^application\/x-cube-lut$/),
  ...endings('txt md csv srt vtt json xml fcpxml log', TEXT),
]);

function endings(words: string, pattern: RegExp): [string, RegExp][] {
  return words.split(' ').map((ending) => [ending, pattern]);
}

/** File extension in lower case without the dot; empty if the file has no extension. */
export function endingOf(path: string): string {
  return /\.([^./\\]{1,16})$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

export function isProgramName(name: string): boolean {
  return PROGRAM_ENDINGS.has(endingOf(name));
}
export function isArchiveName(name: string): boolean {
  return ARCHIVE_ENDINGS.has(endingOf(name));
}

/** Whether files of this type have a ZIP directory that can be inspected. */
export function isZip(mediaType: string | null): boolean {
  return mediaType !== null && ZIP.test(mediaType);
}

/** Findings based on name and media type alone, without further inspection of the content. */
export function findByKind(path: string, size: number, mediaType: string | null): FileFinding[] {
  if (size === 0) return [{ code: 'empty', sentence: 'The file is empty.' }];
  const found: FileFinding[] = [];
  const ending = endingOf(path);
  const isProgram = mediaType !== null && PROGRAM_KINDS.has(mediaType);
  if (isProgram || isProgramName(path)) {
    const sentence = isProgram ? 'The file is a program or script.' : `A .${ending} file can run as a program.`;
    found.push({ code: 'executable', sentence });
  }
  const promise = PROMISES.get(ending);
  if (promise && !(mediaType !== null && promise.test(mediaType))) {
    const what = mediaType === null ? 'of an unknown type' : mediaType;
    found.push({ code: 'other-kind', sentence: `The file extension is .${ending}, but the content is ${what}.` });
  }
  if (mediaType === 'text/html')
    found.push({ code: 'active-content', sentence: 'This is a web page, which can run scripts when opened.' });
  const closed = CLOSED_ARCHIVES.get(mediaType ?? '');
  if (closed && ending !== 'prproj')
    found.push({ code: 'archive-not-listed', sentence: `The contents of ${closed} archives are not checked.` });
  return found;
}

const SCRIPTED_SVG = /<(?:\w+:)?script|\son\w+\s*=|javascript:|<!ENTITY|<(?:\w+:)?foreignObject/i;
const OUTSIDE_SVG =
  /(?:href|src)\s{0,9}=\s{0,9}["']?\s{0,9}(?:https?:|\/\/|file:)|url\(\s{0,9}["']?(?:https?:|\/\/|file:)/i;

/** Findings in an SVG: scripts and external content. */
export function findInDrawing(text: string): FileFinding[] {
  return [
    ...(SCRIPTED_SVG.test(text)
      ? [{ code: 'active-content', sentence: 'The SVG contains a script or XML entities.' }]
      : []),
    ...(OUTSIDE_SVG.test(text) ? [{ code: 'outside-content', sentence: 'The SVG loads external content.' }] : []),
  ];
}

const FAULTS: Record<ArchiveFault, FileFinding> = {
  broken: { code: 'archive-broken', sentence: "The archive's file list cannot be read." },
  'cut-short': {
    code: 'archive-cut-short',
    sentence: 'The archive is too large to check completely.',
  },
  encrypted: { code: 'archive-encrypted', sentence: 'The archive is password-protected, so it cannot be checked.' },
  'unsafe-names': {
    code: 'archive-unsafe-names',
    sentence: 'The archive contains paths that lead outside its folder.',
  },
  links: { code: 'archive-links', sentence: 'The archive contains symbolic links.' },
  'colliding-names': {
    code: 'archive-colliding-names',
    sentence: 'The archive contains duplicate names, or names that differ only in case.',
  },
  overlapping: {
    code: 'archive-overlapping',
    sentence: 'Archive entries overlap or lie outside the file, as in a zip bomb.',
  },
};

/** Findings in an archive, with one example name for each kind of suspicious entry. */
export function findInArchive(
  survey: ArchiveSurvey,
  noted: { program: string | null; archive: string | null },
): FileFinding[] {
  const found = [...survey.faults].map((fault) => FAULTS[fault]);
  const { entryCount, packedBytes, unpackedBytes } = survey;
  if (entryCount > ARCHIVE_MAX_ENTRIES)
    found.push({
      code: 'archive-many-entries',
      sentence: `The archive has ${entryCount.toLocaleString('en')} entries.`,
    });
  if (unpackedBytes > packedBytes * ARCHIVE_MAX_RATIO || unpackedBytes > ARCHIVE_MAX_UNPACKED_BYTES) {
    const size = (unpackedBytes / GIBIBYTE).toLocaleString('en', { maximumFractionDigits: 1 });
    found.push({
      code: 'archive-bomb',
      sentence: `Unpacked, the archive takes up ${size} GiB: ${timesLarger(unpackedBytes, packedBytes)} its packed size.`,
    });
  }
  if (noted.archive !== null)
    found.push({ code: 'archive-nested', sentence: `The archive contains another archive: ${shown(noted.archive)}.` });
  if (noted.program !== null)
    found.push({ code: 'executable', sentence: `The archive contains a program: ${shown(noted.program)}.` });
  return found;
}

const timesLarger = (unpacked: number, packed: number): string =>
  packed === 0 ? 'many times' : `${Math.round(unpacked / packed).toLocaleString('en')} times`;

/** A user-supplied file name for use in a sentence: shortened and without invisible characters. */
const shown = (name: string): string => {
  const plain = name.toWellFormed().replace(/[\p{C}\u2028\u2029]/gu, '');
  return plain.length > 100 ? `${plain.slice(0, 97)}…`.toWellFormed() : plain;
};

/** Storage key of an uploaded file. It is known before the file is stored, so nothing is orphaned if the server dies. */
export function uploadKeyOf(sessionId: string, index = 0): string {
  return `r/${sessionId}/${index}`;
}

export const refusals = {
  notWhole: 'This file did not upload completely. Please upload it again.',
  notAsTold: 'These files do not match their file list. Please upload them again.',
  unreadable: 'This file could not be checked. Please upload it again.',
  deleted: 'The asset was deleted.',
  tooMany: 'The asset already has the maximum number of files.',
  exists: (path: string) => `There is already a file named ${shown(path)}.`,
  someExist: (count: number, path: string) =>
    count === 1
      ? `One file was left out because its name is already taken: ${shown(path)}.`
      : `${count} files were left out because their names are already taken, including ${shown(path)}.`,
};

/** An upload that cannot become part of its resource; the message is shown to the leaker. */
export class RefusedUpload extends Error {
  override name = 'RefusedUpload';
}
