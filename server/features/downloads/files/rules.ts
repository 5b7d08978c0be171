// Decisions about the files of a resource without I/O.
import { README_MAX_BYTES } from '#contract/downloads/limits.ts';

const README_NAME = /^(?:readme|licen[cs]e)(?:\.(?:txt|md))?$/i;

/** Whether everybody who sees a resource may read this file of it, Premium or not. Its content must prove to be text as well. */
export function isOpenText({ path, size }: { path: string; size: number }): boolean {
  return size <= README_MAX_BYTES && README_NAME.test(path.split('/').at(-1) ?? '');
}

// Control characters that no text has; tab, line feed, form feed and carriage return are fine.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NOT_TEXT = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;

const decoded = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Older editors on Windows save in the machine's own code page.
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

/** The text in a file's bytes; null for content of any other kind. */
export function readAsText(bytes: Uint8Array): string | null {
  const text = decoded(bytes);
  return NOT_TEXT.test(text) ? null : text;
}

/** A line as `sha256sum --check` reads it: a backslash in front says that the name has escapes. */
export function checksumLine({ path, sha256 }: { path: string; sha256: string }): string {
  const name = path.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${name === path ? '' : '\\'}${sha256}  ${name}\n`;
}
