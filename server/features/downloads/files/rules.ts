// Pure functions for a resource's files. No I/O.
import { README_MAX_BYTES } from '#contract/downloads/limits.ts';

const README_NAME = /^(?:readme|licen[cs]e)(?:\.(?:txt|md))?$/i;

/**
 * Whether anyone who can see the resource may read this file, even if the resource is Premium. `readAsText` must also accept its
 * content.
 */
export function isOpenText({ path, size }: { path: string; size: number }): boolean {
  return size <= README_MAX_BYTES && README_NAME.test(path.split('/').at(-1) ?? '');
}

// Control characters that never occur in text; tab, line feed, form feed and carriage return are allowed.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it matches
const NOT_TEXT = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;

const decoded = (bytes: Uint8Array): string => {
  // As in a stream, so that a character that is cut off at the end is left out.
  const stream = true;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes, { stream });
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes, { stream });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream });
  } catch {
    // Older Windows editors save in the system code page.
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

/** Decodes a text file or the beginning of one; null if the content is not text. */
export function readAsText(bytes: Uint8Array): string | null {
  const text = decoded(bytes);
  return NOT_TEXT.test(text) ? null : text;
}

/** A line in the format of `sha256sum --check`; a leading backslash marks an escaped name. */
export function checksumLine({ path, sha256 }: { path: string; sha256: string }): string {
  const name = path.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${name === path ? '' : '\\'}${sha256}  ${name}\n`;
}
