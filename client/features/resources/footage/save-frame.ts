import { saveBlob } from '#client/kit/downloads/save-blob.ts';
import { withTitle } from './png-title.ts';

/** What a frame shows: the title of an asset and the name of one of its files. */
export type FrameOf = { asset: string; file: string };

/** Most file systems allow 255 bytes for a whole name. */
const MOST_BYTES = 120;

/** Shortens a text to a number of bytes in UTF-8, without cutting a letter. */
const shortened = (words: string): string =>
  new TextDecoder().decode(new TextEncoder().encode(words).subarray(0, MOST_BYTES), { stream: true });

/** Without what Windows, macOS or Linux refuse or misread in a name: control and direction characters, `\/:*?"<>|`, dots at the ends. */
const cleaned = (words: string): string =>
  shortened(words.replace(/[\p{C}\\/:*?"<>|]+/gu, ' ').replace(/\s+/g, ' ')).replace(/^[ .]+|[ .]+$/g, '');

const stemOf = (file: string): string => file.replace(/^.*\//, '').replace(/(?<=.)\.\w+$/, '');

/** `<asset title> - <file without folder and ending>.png` */
export function frameName({ asset, file }: FrameOf): string {
  return `${cleaned(asset) || 'Asset'} - ${cleaned(stemOf(file)) || 'frame'}.png`;
}

/** Saves a PNG with its title inside. @throws if it isn't one */
export async function saveFrame(png: Blob, of: FrameOf): Promise<void> {
  const bytes = new Uint8Array(await png.arrayBuffer());
  saveBlob(frameName(of), withTitle(bytes, `${of.asset} - ${stemOf(of.file)}`));
}
