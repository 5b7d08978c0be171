/** Media types of the files that editors exchange, by file extension. */
import { extname } from 'node:path';
import { lookup } from 'mime-types';

const UNKNOWN = 'application/octet-stream';

/** Extensions that mime-types does not know, lists under an unregistered name, or takes for something else. */
const OWN: ReadonlyMap<string, string> = new Map([
  ['.flac', 'audio/flac'],
  ['.aif', 'audio/aiff'],
  ['.aiff', 'audio/aiff'],
  ['.m4v', 'video/mp4'],
  ['.mkv', 'video/matroska'],
  ['.avi', 'video/vnd.avi'],
  ['.fcpxml', 'application/xml'],
  // Archives under another name
  ['.drfx', 'application/zip'],
  ['.mogrt', 'application/zip'],
  // After Effects; mime-types takes it for an audiograph.
  ['.aep', UNKNOWN],
]);

/** Types that are safe to announce. Pages and scripts are plain files here, and no browser may run them. */
const HARMLESS =
  /^(?:(?:image|audio|video|font)\/|text\/(?:plain|markdown|csv|vtt)$|application\/(?:mxf|x-subrip|json|xml|pdf|zip|vnd\.rar|x-7z-compressed)$)/;

/** Media type of a file by its name; `application/octet-stream` when unknown or unsafe. */
export function mediaTypeOf(fileName: string): string {
  const ending = extname(`_${fileName}`).toLowerCase();
  const type = OWN.get(ending) ?? lookup(ending);
  return type && HARMLESS.test(type) ? type : UNKNOWN;
}
