// Cache of the most recently shown strips, already decoded, so that returning to a card fetches nothing.

/** Maximum number of strips. Each takes up to about 2.7 MB of pixels. The least recently used strip is evicted first. */
const KEPT = 6;
const strips = new Map<string, Promise<HTMLImageElement | null>>();

const fetchStrip = async (url: string): Promise<HTMLImageElement | null> => {
  const image = new Image();
  image.alt = '';
  image.draggable = false;
  image.src = url;
  return image.decode().then(
    () => image,
    () => {
      strips.delete(url);
      return null;
    },
  );
};

/** Loads a strip that is ready to paint. Resolves to null if loading failed; the next call retries. */
export function loadStrip(url: string): Promise<HTMLImageElement | null> {
  const strip = strips.get(url) ?? fetchStrip(url);
  strips.delete(url);
  strips.set(url, strip);
  for (const oldest of strips.keys()) {
    if (strips.size <= KEPT) break;
    strips.delete(oldest);
  }
  return strip;
}
