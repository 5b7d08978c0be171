import { expect, it } from 'vitest';
import { mediaTypeOf } from './media-type.ts';

it.each([
  ['look.cube', 'application/octet-stream'],
  ['Whoosh.WAV', 'audio/wav'],
  ['a.b.Mp4', 'video/mp4'],
  ['pack.zip', 'application/zip'],
  ['titles.mogrt', 'application/zip'],
  ['captions.srt', 'application/x-subrip'],
  ['take.flac', 'audio/flac'],
  ['shot.MKV', 'video/matroska'],
  ['comp.aep', 'application/octet-stream'],
  ['photo.heic', 'image/heic'],
  ['.png', 'image/png'],
  ['README', 'application/octet-stream'],
  ['png', 'application/octet-stream'],
  ['page.html', 'application/octet-stream'],
  ['page.xhtml', 'application/octet-stream'],
  ['script.js', 'application/octet-stream'],
  ['script.mjs', 'application/octet-stream'],
  ['x.constructor', 'application/octet-stream'],
  ['ends with.', 'application/octet-stream'],
  ['', 'application/octet-stream'],
])('%j is %s', (name, mediaType) => {
  expect(mediaTypeOf(name)).toBe(mediaType);
});
