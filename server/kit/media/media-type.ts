/** Media types of the files that editors exchange, by the ending of their name. */

const UNKNOWN = 'application/octet-stream';

const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  // Pictures
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
  ['avif', 'image/avif'],
  ['tif', 'image/tiff'],
  ['tiff', 'image/tiff'],
  ['svg', 'image/svg+xml'],
  ['psd', 'image/vnd.adobe.photoshop'],
  ['exr', 'image/aces'],
  // Sound
  ['wav', 'audio/wav'],
  ['mp3', 'audio/mpeg'],
  ['m4a', 'audio/mp4'],
  ['aac', 'audio/aac'],
  ['flac', 'audio/flac'],
  ['ogg', 'audio/ogg'],
  ['opus', 'audio/ogg'],
  ['aif', 'audio/aiff'],
  ['aiff', 'audio/aiff'],
  ['mid', 'audio/midi'],
  // Film
  ['mp4', 'video/mp4'],
  ['m4v', 'video/mp4'],
  ['mov', 'video/quicktime'],
  ['webm', 'video/webm'],
  ['mkv', 'video/matroska'],
  ['avi', 'video/vnd.avi'],
  ['mxf', 'application/mxf'],
  // Type
  ['otf', 'font/otf'],
  ['ttf', 'font/ttf'],
  ['woff', 'font/woff'],
  ['woff2', 'font/woff2'],
  // Text
  ['txt', 'text/plain'],
  ['md', 'text/markdown'],
  ['csv', 'text/csv'],
  ['srt', 'application/x-subrip'],
  ['vtt', 'text/vtt'],
  ['json', 'application/json'],
  ['xml', 'application/xml'],
  ['fcpxml', 'application/xml'],
  ['pdf', 'application/pdf'],
  // Archives, and the projects that are archives under another name
  ['zip', 'application/zip'],
  ['drfx', 'application/zip'],
  ['mogrt', 'application/zip'],
  ['rar', 'application/vnd.rar'],
  ['7z', 'application/x-7z-compressed'],
  // Colour tables and projects without a registered type: named here because they are known, not forgotten
  ['cube', UNKNOWN],
  ['3dl', UNKNOWN],
  ['prproj', UNKNOWN],
  ['aep', UNKNOWN],
  ['ffx', UNKNOWN],
]);

/** The media type of a file by its name; `application/octet-stream` for endings that the table does not have. */
export function mediaTypeOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return (dot === -1 ? undefined : MEDIA_TYPES.get(fileName.slice(dot + 1).toLowerCase())) ?? UNKNOWN;
}
