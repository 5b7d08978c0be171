import { saveBlob } from '#client/kit/downloads/save-blob.ts';
import { withTitle } from './png-title.ts';

/** What a frame shows: the title of an asset and the name of one of its files. */
export type FrameOf = { asset: string; file: string };

/** Most file systems allow 255 bytes for a whole name. */
const MOST_BYTES = 120;

/** At most so many bytes in UTF-8, without half a letter. */
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

/** Saves a canvas as PNG with its title inside. @throws if the browser can't encode it */
export async function saveFrame(canvas: HTMLCanvasElement, of: FrameOf): Promise<void> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error('The browser could not encode the frame.');
  const png = new Uint8Array(await blob.arrayBuffer());
  saveBlob(frameName(of), withTitle(png, `${of.asset} - ${stemOf(of.file)}`));
}
