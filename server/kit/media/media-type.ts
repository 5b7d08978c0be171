/** Media types of the files that editors exchange, by the ending of their name. */
import { extname } from 'node:path';
import { lookup } from 'mime-types';

const UNKNOWN = 'application/octet-stream';

/** What mime-types does not know, knows under a name from before its registration, or takes for something else. */
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

/** What may be called by its name: pages and scripts are files like any other here, and no browser shall run them. */
const HARMLESS =
  /^(?:(?:image|audio|video|font)\/|text\/(?:plain|markdown|csv|vtt)$|application\/(?:mxf|x-subrip|json|xml|pdf|zip|vnd\.rar|x-7z-compressed)$)/;

/** The media type of a file by its name; `application/octet-stream` for what is not known or not harmless. */
export function mediaTypeOf(fileName: string): string {
  const ending = extname(`_${fileName}`).toLowerCase();
  const type = OWN.get(ending) ?? lookup(ending);
  return type && HARMLESS.test(type) ? type : UNKNOWN;
}
