// The few strips that were shown last: decoded pictures, so that a card that is met again asks for nothing.

/** About 2.7 MB of pixels each at most; the one that was used longest ago goes first. */
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

/** The strip, ready to be painted; null when it could not be had. A failure is tried anew the next time. */
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
