/** Addresses of this site, written with or without its name. */

export function ownUrl(address: string, origin: string): URL | null {
  const text = address.trim();
  const isPath = text.startsWith('/') && !/^[/\\]{2}/.test(text);
  if (!isPath && !/^https?:\/\//i.test(text)) return null;
  if (!URL.canParse(text, origin)) return null;
  const url = new URL(text, origin);
  return url.origin === origin ? url : null;
}

/** The path of an address of this site, written with or without the site's name; null for anything else. */
export function ownPath(address: string, origin: string): string | null {
  return ownUrl(address, origin)?.pathname ?? null;
}
