// Opens a file from the person's disk. The browser reads what it needs of it; nothing is sent.
import type { Container } from './container.ts';
import type { Footage } from './footage.ts';

/** Why a file can't be used, as a sentence. */
export class FootageProblem extends Error {}

/** A picture needs four bytes per pixel, in memory and in the graphics card. */
const PICTURE_MAX_PIXELS = 64_000_000;
const LOADING_MS = 20_000;

const PICTURE = /\.(?:avif|bmp|gif|jpe?g|png|webp|svg)$/i;
const SOUND = /\.(?:aac|aiff?|flac|m4a|mp3|oga|ogg|opus|wav)$/i;

const isOf = (file: File, type: string, names: RegExp): boolean =>
  file.type.startsWith(`${type}/`) || names.test(file.name);

const unreadable = (container: Container | null): FootageProblem => {
  if (container?.videoCodec)
    return new FootageProblem(`Your browser can’t read ${container.videoCodec}. Choose an H.264 copy or a still.`);
  return new FootageProblem(
    container && !container.hasSound
      ? 'This file is damaged or incomplete. Copy or export it again.'
      : 'Your browser can’t read this file. Choose an H.264 clip, a picture, or a sound.',
  );
};

const openPicture = async (file: File, url: string): Promise<Footage> => {
  const picture = new Image();
  picture.src = url;
  await new Promise((resolve, reject) => {
    picture.onload = resolve;
    picture.onerror = () =>
      reject(new FootageProblem('Your browser can’t read this picture. Choose a JPEG, PNG, or WebP.'));
  });
  const { naturalWidth: width, naturalHeight: height } = picture;
  if (width * height > PICTURE_MAX_PIXELS)
    throw new FootageProblem(
      `This picture has ${Math.round((width * height) / 1e6)} megapixels. Choose one with at most ${PICTURE_MAX_PIXELS / 1e6}.`,
    );
  return {
    ...{ kind: 'picture', name: file.name, file, url, width, height },
    ...{ seconds: null, rate: null, hasSound: false, notes: [] },
  };
};

/** Waits until the browser has the first frame or sample. */
const untilLoaded = (media: HTMLMediaElement, url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new FootageProblem('Reading this file takes too long.')), LOADING_MS);
    const end = (act: () => void) => (): void => {
      clearTimeout(timer);
      act();
    };
    media.onloadeddata = end(resolve);
    media.onerror = end(() => reject(media.error));
    media.preload = 'auto';
    media.muted = true;
    // iPhones open clips in full screen, and load nothing until they are asked.
    media.setAttribute('playsinline', '');
    media.src = url;
    media.load();
  });

const openMedia = async (file: File, url: string): Promise<Footage> => {
  const { readContainer, readSeconds } = await import('./container.ts');
  const container = await readContainer(file);
  const isSound = container ? container.videoCodec === null : isOf(file, 'audio', SOUND);
  const media = document.createElement(isSound ? 'audio' : 'video');
  try {
    await untilLoaded(media, url);
    const [width, height] = media instanceof HTMLVideoElement ? [media.videoWidth, media.videoHeight] : [0, 0];
    // Browsers play the sound of a clip whose picture they can't read.
    if (!isSound && width === 0) throw unreadable(container);
    const seconds = Number.isFinite(media.duration) ? media.duration : await readSeconds(file);
    if (seconds === null) throw new FootageProblem('This file doesn’t say how long it is. Export it again.');
    const notes = [
      container?.isHdr && 'HDR: your browser converts its colours, and your editor may show them differently.',
      container?.isVariable && 'Variable frame rate: steps by single frames are not exact.',
    ];
    return {
      ...{ kind: isSound ? 'sound' : 'clip', name: file.name, file, url, width, height },
      seconds,
      rate: container?.rate ?? null,
      hasSound: isSound || (container?.hasSound ?? true),
      notes: notes.filter((note) => typeof note === 'string'),
    };
  } catch (error) {
    throw error instanceof FootageProblem ? error : unreadable(container);
  } finally {
    media.removeAttribute('src');
    media.load();
  }
};

/** @throws FootageProblem */
export async function readFootage(file: File): Promise<Footage> {
  if (file.size === 0) throw new FootageProblem('This file is empty.');
  const url = URL.createObjectURL(file);
  try {
    return await (isOf(file, 'image', PICTURE) ? openPicture(file, url) : openMedia(file, url));
  } catch (error) {
    URL.revokeObjectURL(url);
    throw error;
  }
}
