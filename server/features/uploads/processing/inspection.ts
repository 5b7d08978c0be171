// Inspects a file by reading some of its bytes.

import { HEAD_BYTES, kindOfContent } from '#server/kit/media/file-kind.ts';
import { type ReadAt, surveyArchive } from '#server/kit/zip/archive-list.ts';
import {
  type FileFinding,
  findByKind,
  findInArchive,
  findInDrawing,
  isArchiveName,
  isProgramName,
  isZip,
} from './rules.ts';

/** Maximum number of bytes read from an SVG. If the file is larger, only its beginning is inspected. */
const DRAWING_BYTES = 1024 * 1024;
/** Standard antivirus test file (eicar.org); anyone uploading it is probing this site. */
const SCANNERS_TEST = 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!';
const SCANNERS_FINDING = { code: 'malware', sentence: 'This is the standard antivirus test file (EICAR).' };
// A ZIP's end of central directory record (APPNOTE 4.3.16).
const END_NUMBER = 0x06054b50;
const END_SIGNATURE = 'PK\u0005\u0006';
const END_BYTES = 22;
const COMMENT_LENGTH_AT = 20;
const LONGEST_COMMENT = 0xffff;

/**
 * Detects the media type of a file from its content, and any findings. Reads the first 64 KiB, up to 1 MiB of an SVG, and up
 * to 32 MiB of an archive's directory; nothing is unpacked.
 * @throws only what `read` throws
 */
export async function inspectFile(
  path: string,
  size: number,
  read: ReadAt,
): Promise<{ mediaType: string | null; findings: FileFinding[] }> {
  const head = await readHead(size, read, HEAD_BYTES);
  const mediaType = await kindOfContent(head);
  const findings = findByKind(path, size, mediaType);
  if (head.includes(SCANNERS_TEST)) findings.push(SCANNERS_FINDING);
  if (mediaType === 'image/svg+xml') {
    const text = size <= HEAD_BYTES ? head : await readHead(size, read, DRAWING_BYTES);
    findings.push(...findInDrawing(text.toString('utf8')));
  }
  if (isZip(mediaType)) findings.push(...(await inspectArchive(size, read)));
  else if (await endsAsArchive(size, read))
    findings.push({ code: 'second-kind', sentence: 'The file is also an archive, disguised as another file type.' });
  return { mediaType, findings };
}

const readHead = async (size: number, read: ReadAt, most: number): Promise<Buffer> => {
  const head = Buffer.allocUnsafe(Math.min(size, most));
  return head.subarray(0, await read(head, 0));
};

/** Archives are read from their end, so an archive can be hidden by appending it to a picture. */
const endsAsArchive = async (size: number, read: ReadAt): Promise<boolean> => {
  const tail = Buffer.allocUnsafe(Math.min(size, END_BYTES + LONGEST_COMMENT));
  const length = await read(tail, size - tail.byteLength);
  const end = tail.subarray(0, length);
  for (let at = length - END_BYTES; at >= 0; at = at === 0 ? -1 : end.lastIndexOf(END_SIGNATURE, at - 1)) {
    if (end.readUInt32LE(at) !== END_NUMBER) continue;
    if (at + END_BYTES + end.readUInt16LE(at + COMMENT_LENGTH_AT) === length) return true;
  }
  return false;
};

const inspectArchive = async (size: number, read: ReadAt): Promise<FileFinding[]> => {
  const noted: { program: string | null; archive: string | null } = { program: null, archive: null };
  const survey = await surveyArchive(read, size, (name) => {
    if (isProgramName(name)) noted.program ??= name;
    if (isArchiveName(name)) noted.archive ??= name;
  });
  return findInArchive(survey, noted);
};
