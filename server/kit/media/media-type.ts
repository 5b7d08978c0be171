/** Media types of the files that editors exchange, by file extension. */
import { extname } from 'node:path';
import { lookup } from 'mime-types';

const UNKNOWN = 'application/octet-stream';

/** Extensions that mime-types does not know, lists under an unregistered name, or mistakes for another type. */
const OWN: ReadonlyMap<string, string> = new Map([
  ['.flac', 'audio/flac'],
  ['.aif', 'audio/aiff'],
  ['.aiff', 'audio/aiff'],
  ['.m4v', 'video/mp4'],
  ['.mkv', 'video/matroska'],
  ['.avi', 'video/vnd.avi'],
  ['.fcpxml', 'application/xml'],
  // Archives with an extension of their own.
  ['.drfx', 'application/zip'],
  ['.mogrt', 'application/zip'],
  // After Effects projects, which mime-types mistakes for audiographs.
  ['.aep', UNKNOWN],
]);

/** Types that are safe to send. Pages and scripts are treated as plain files, so that no browser runs them. */
const HARMLESS =
  /^(?:(?:image|audio|video|font)\/|text\/(?:plain|markdown|csv|vtt)$|application\/(?:mxf|x-subrip|json|xml|pdf|zip|vnd\.rar|x-7z-compressed)$)/;

/** Media type for a file name; `application/octet-stream` when unknown or unsafe. */
export function mediaTypeOf(fileName: string): string {
  const ending = extname(`_${fileName}`).toLowerCase();
  const type = OWN.get(ending) ?? lookup(ending);
  return type && HARMLESS.test(type) ? type : UNKNOWN;
}
