/** Recognises this site's own URLs, which can be absolute URLs or only paths. */

export function ownUrl(address: string, origin: string): URL | null {
  const text = address.trim();
  const isPath = text.startsWith('/') && !/^[/\\]{2}/.test(text);
  if (!isPath && !/^https?:\/\//i.test(text)) return null;
  if (!URL.canParse(text, origin)) return null;
  const url = new URL(text, origin);
  return url.origin === origin ? url : null;
}

/** Path of one of this site's own URLs, which can be absolute or only a path; null for any other URL. */
export function ownPath(address: string, origin: string): string | null {
  return ownUrl(address, origin)?.pathname ?? null;
}
