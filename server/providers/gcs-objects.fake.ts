// The objects of the stand-in for Google Cloud Storage: what a bucket keeps, and under which conditions it changes.
import { createHash } from 'node:crypto';
import { CRC32C } from '@google-cloud/storage';

/** A refusal in Google's form. */
export class GcsFakeRefusal extends Error {
  readonly status: number;
  readonly reason: string;

  constructor(status: number, reason: string, message: string) {
    super(message);
    this.status = status;
    this.reason = reason;
  }
}

export type KeptObject = {
  name: string;
  content: Buffer;
  generation: number;
  contentType: string;
  contentEncoding: string | undefined;
  crc32c: string;
  /** Composite objects have none. */
  md5Hash: string | null;
  componentCount: number | null;
  timeCreated: Date;
};

/** What a caller says of a content: the service compares it. */
export type Claimed = {
  contentType?: string;
  contentEncoding?: string;
  crc32c?: string;
  md5Hash?: string;
};

const MOST_COMPOSED = 32;

export const crc32cOf = (content: Buffer): string => {
  const sum = new CRC32C();
  sum.update(content);
  return sum.toString();
};

const md5Of = (content: Buffer): string => createHash('md5').update(content).digest('base64');

const byName = (a: { name: string }, b: { name: string }): number =>
  Buffer.compare(Buffer.from(a.name), Buffer.from(b.name));

export const createFakeBucket = (bucket: string) => {
  const objects = new Map<string, KeptObject>();
  let lastGeneration = Date.now() * 1000;

  /** The object as it is, of one generation where the query names it. */
  const find = (name: string, query: URLSearchParams): KeptObject => {
    const found = objects.get(name);
    const generation = query.get('generation');
    if (!found || (generation !== null && generation !== String(found.generation))) {
      throw new GcsFakeRefusal(404, 'notFound', `No such object: ${bucket}/${name}`);
    }
    return found;
  };

  /** 0 stands for "there is none". */
  const demandConditions = (name: string, query: URLSearchParams): void => {
    const current = String(objects.get(name)?.generation ?? 0);
    const [same, other] = [query.get('ifGenerationMatch'), query.get('ifGenerationNotMatch')];
    if ((same !== null && same !== current) || (other !== null && other === current)) {
      throw new GcsFakeRefusal(
        412,
        'conditionNotMet',
        'At least one of the pre-conditions you specified did not hold.',
      );
    }
  };

  const keep = (
    name: string,
    content: Buffer,
    { claimed = {}, components = null }: { claimed?: Claimed; components?: number | null } = {},
  ): KeptObject => {
    const crc32c = crc32cOf(content);
    const md5Hash = md5Of(content);
    for (const [what, said, counted] of [
      ['CRC32C', claimed.crc32c, crc32c],
      ['MD5 hash', claimed.md5Hash, md5Hash],
    ]) {
      if (said === undefined || said === counted) continue;
      throw new GcsFakeRefusal(
        400,
        'invalid',
        `Provided ${what} "${said}" doesn't match calculated ${what} "${counted}".`,
      );
    }
    lastGeneration += 1;
    const kept: KeptObject = {
      name,
      content,
      generation: lastGeneration,
      contentType: claimed.contentType ?? 'application/octet-stream',
      contentEncoding: claimed.contentEncoding,
      crc32c,
      md5Hash: components === null ? md5Hash : null,
      componentCount: components,
      timeCreated: new Date(),
    };
    objects.set(name, kept);
    return kept;
  };

  const compose = (name: string, asked: unknown, query: URLSearchParams): KeptObject => {
    const { sourceObjects = [], destination = {} } = (asked ?? {}) as {
      sourceObjects?: { name: string; generation?: string; objectPreconditions?: { ifGenerationMatch?: string } }[];
      destination?: Claimed;
    };
    if (sourceObjects.length === 0)
      throw new GcsFakeRefusal(400, 'required', 'You must provide at least one source component.');
    if (sourceObjects.length > MOST_COMPOSED) {
      const sentence = `The number of source components provided (${sourceObjects.length}) exceeds the maximum (${MOST_COMPOSED})`;
      throw new GcsFakeRefusal(400, 'invalid', sentence);
    }
    const sources = sourceObjects.map(({ name: from, generation, objectPreconditions }) => {
      const wanted = new URLSearchParams(generation === undefined ? {} : { generation: String(generation) });
      const { ifGenerationMatch } = objectPreconditions ?? {};
      if (ifGenerationMatch !== undefined) demandConditions(from, new URLSearchParams({ ifGenerationMatch }));
      return find(from, wanted);
    });
    demandConditions(name, query);
    const components = sources.reduce((sum, source) => sum + (source.componentCount ?? 1), 0);
    return keep(name, Buffer.concat(sources.map(({ content }) => content)), { claimed: destination, components });
  };

  const list = (query: URLSearchParams) => {
    const prefix = query.get('prefix') ?? '';
    const delimiter = query.get('delimiter') ?? '';
    const token = query.get('pageToken');
    const offset = Buffer.from(query.get('startOffset') ?? '');
    const behind = token === null ? '' : Buffer.from(token, 'base64url').toString();
    const most = Math.min(Number(query.get('maxResults') ?? 1000), 1000);
    const prefixes = new Set<string>();
    const matching = [...objects.values()]
      .filter(
        ({ name }) =>
          name.startsWith(prefix) &&
          Buffer.compare(Buffer.from(name), offset) >= 0 &&
          (token === null || Buffer.compare(Buffer.from(name), Buffer.from(behind)) > 0),
      )
      .sort(byName)
      .filter(({ name }) => {
        const end = delimiter === '' ? -1 : name.indexOf(delimiter, prefix.length);
        if (end !== -1) prefixes.add(name.slice(0, end + delimiter.length));
        return end === -1;
      });
    const items = matching.slice(0, most);
    const nextPageToken =
      matching.length > most ? Buffer.from(items.at(-1)?.name ?? '').toString('base64url') : undefined;
    return {
      kind: 'storage#objects',
      ...(nextPageToken && { nextPageToken }),
      ...(prefixes.size > 0 && { prefixes: [...prefixes] }),
      ...(items.length > 0 && { items: items.map(describe) }),
    };
  };

  const describe = (kept: KeptObject) => ({
    kind: 'storage#object',
    id: `${bucket}/${kept.name}/${kept.generation}`,
    name: kept.name,
    bucket,
    generation: String(kept.generation),
    metageneration: '1',
    contentType: kept.contentType,
    ...(kept.contentEncoding && { contentEncoding: kept.contentEncoding }),
    storageClass: 'STANDARD',
    size: String(kept.content.byteLength),
    ...(kept.md5Hash && { md5Hash: kept.md5Hash }),
    crc32c: kept.crc32c,
    ...(kept.componentCount && { componentCount: kept.componentCount }),
    etag: Buffer.from(String(kept.generation)).toString('base64'),
    timeCreated: kept.timeCreated.toISOString(),
    updated: kept.timeCreated.toISOString(),
  });

  return { name: bucket, objects, find, demandConditions, keep, compose, list, describe };
};

export type FakeBucket = ReturnType<typeof createFakeBucket>;
