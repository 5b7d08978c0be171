// The full text of each licence, from content/licences. Each file is read once.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { licenceOf } from '#contract/resources/licences.ts';
import type { Config } from '#server/config.ts';

export type LicenceText = { sha256: string; body: string };

/** Texts by path. A failed read is not cached, so it is retried. */
const read = new Map<string, LicenceText>();

/** The text's file: the licence's name in lower case with hyphens. */
const fileOf = (name: string): string => `${name.toLowerCase().replaceAll(' ', '-')}.txt`;

/**
 * The text of a licence; null for a licence that the site doesn't know.
 * @throws the file system error if the file cannot be read
 */
export async function readLicenceText(
  name: string | null,
  { projectDir }: Pick<Config, 'projectDir'>,
): Promise<LicenceText | null> {
  if (name === null || !licenceOf(name)) return null;
  const path = join(projectDir, 'content', 'licences', fileOf(name));
  const known = read.get(path);
  if (known) return known;
  const body = await readFile(path, 'utf8');
  const text = { body, sha256: createHash('sha256').update(body).digest('hex') };
  read.set(path, text);
  return text;
}
