/** Reads a STORAGE_URL: which storage an installation keeps its files in, and where. */

/** What a storage service knows this site by; null: what the service's own library finds on this machine. */
export type StorageKeys = { keyId: string; secret: string } | null;

/** A bucket of any service that speaks S3. */
export type S3SetUp = {
  /** `gcs`: Google Cloud Storage, whose S3-compatible API composes objects where others copy parts. */
  kind: 's3' | 'gcs';
  bucket: string;
  /** What all names of objects begin with: empty, or with a slash at its end. */
  prefix: string;
  /** Address of the service; null: Amazon's own. */
  endpoint: string | null;
  region: string;
  /** Whether the bucket's name stands in the path and not in the host's name. */
  pathStyle: boolean;
  /** For how many seconds a link is good that downloads of single files are led to; null: they go through the site. */
  linkSeconds: number | null;
  keys: StorageKeys;
};

/** `disk` is the folder `files` under DATA_DIR. */
export type StorageSetUp = { kind: 'disk' } | S3SetUp;

/** A STORAGE_URL that cannot be used; its message goes on after "cannot be used: " and names no secret. */
export class StorageUrlError extends Error {}

/** The variables of the environment that say where files are kept; each is given or left out. */
export type StorageVariables = {
  [Name in
    | 'STORAGE_URL'
    | 'STORAGE_KEY_ID'
    | 'STORAGE_SECRET'
    | 'STORAGE_URL_OLD'
    | 'STORAGE_KEY_ID_OLD'
    | 'STORAGE_SECRET_OLD']?: string | undefined;
};

/** Where the files are, and where they were before: that one is read as long as they are being moved. */
export type StoragesSetUp = {
  storage: StorageSetUp;
  storageOld: StorageSetUp | null;
  /** For places that are named elsewhere than in the variables. */
  storageKeys: StorageKeys;
  storageOldKeys: StorageKeys;
};

/**
 * What the variables say. The storage of before has the credentials of its own name, or else those of the storage unless that is
 * at Google and it is not, or the other way round: keys of one are nothing to the other.
 * @throws StorageUrlError whose message is a whole sentence
 */
export function readStorages(given: StorageVariables): StoragesSetUp {
  const storageKeys = readKeys(given, '');
  const storage = readVariable('STORAGE_URL', given.STORAGE_URL ?? 'disk', storageKeys);
  const address = given.STORAGE_URL_OLD;
  const isAlike = storage.kind === 'disk' || (storage.kind === 'gcs') === isGoogle(address ?? '');
  const storageOldKeys = readKeys(given, '_OLD') ?? (address === undefined || isAlike ? storageKeys : null);
  const storageOld = address === undefined ? null : readVariable('STORAGE_URL_OLD', address, storageOldKeys);
  if (storageOld && isSamePlace(storage, storageOld)) {
    throw new StorageUrlError('The variable STORAGE_URL_OLD cannot be used: it is the place that STORAGE_URL names.');
  }
  return { storage, storageOld, storageKeys, storageOldKeys };
}

/** Whether two set-ups keep their files in the same place. */
export function isSamePlace(one: StorageSetUp, other: StorageSetUp): boolean {
  const placeOf = (setUp: StorageSetUp): string =>
    setUp.kind === 'disk' ? 'disk' : JSON.stringify([setUp.endpoint, setUp.bucket, setUp.prefix]);
  return placeOf(one) === placeOf(other);
}

function readKeys(given: StorageVariables, ending: '' | '_OLD'): StorageKeys {
  const [keyId, secret] = [given[`STORAGE_KEY_ID${ending}`], given[`STORAGE_SECRET${ending}`]];
  if (!keyId && !secret) return null;
  if (keyId && secret) return { keyId, secret };
  throw new StorageUrlError(`The variables STORAGE_KEY_ID${ending} and STORAGE_SECRET${ending} are needed together.`);
}

function readVariable(name: string, address: string, keys: StorageKeys): StorageSetUp {
  try {
    return readStorageUrl(address, keys);
  } catch (error) {
    if (!(error instanceof StorageUrlError)) throw error;
    throw new StorageUrlError(`The variable ${name} cannot be used: ${error.message}.`);
  }
}

const GOOGLE = 'https://storage.googleapis.com';
const isGoogle = (address: string): boolean => address.startsWith('gs://');
/** Google signs for any region. */
const GOOGLE_REGION = 'auto';

const BUCKET = /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/;
const PREFIX = /^(?:[A-Za-z0-9][A-Za-z0-9_.-]*\/)*$/;
/** Long enough to begin: a suspension ends a link no earlier, and each part of a resumed download asks for a new one. */
const LONGEST_LINK_SECONDS = 600;
const PARAMETERS: Record<string, readonly string[]> = {
  s3: ['endpoint', 'region', 'style', 'links'],
  gs: ['endpoint', 'links'],
};

/**
 * Reads `disk`, `s3://bucket/prefix?endpoint=…&region=…` or `gs://bucket/prefix?endpoint=…`.
 * @throws StorageUrlError
 */
export function readStorageUrl(address: string, keys: StorageKeys): StorageSetUp {
  if (address === 'disk') return { kind: 'disk' };
  const url = URL.canParse(address) ? new URL(address) : null;
  const known = PARAMETERS[url?.protocol.replace(':', '') ?? ''];
  if (!url || !known) throw new StorageUrlError('it begins with s3:// or gs://, or is the word disk');
  if (url.username !== '' || url.password !== '') {
    throw new StorageUrlError('credentials do not belong in it, but in STORAGE_KEY_ID and STORAGE_SECRET');
  }
  if (url.port !== '' || url.hash !== '') throw new StorageUrlError('it has neither a port nor a #: see endpoint');
  for (const name of url.searchParams.keys()) {
    if (!known.includes(name)) throw new StorageUrlError(`it takes no “${name}”, but ${known.join(', ')}`);
  }
  const bucket = url.hostname;
  if (!BUCKET.test(bucket)) throw new StorageUrlError('the name of its bucket is none');
  const prefix = readPrefix(url.pathname);
  const endpoint = readEndpoint(url.searchParams.get('endpoint'));
  const linkSeconds = readLinkSeconds(url.searchParams.get('links'));
  if (isGoogle(address)) {
    if (!keys) {
      throw new StorageUrlError(
        'Google Cloud Storage needs an HMAC key of a service account in STORAGE_KEY_ID and STORAGE_SECRET, as “gcloud storage hmac create ACCOUNT” makes it; a key file (STORAGE_KEY_FILE) is no longer used',
      );
    }
    const place = { bucket, prefix, endpoint: endpoint ?? GOOGLE, region: GOOGLE_REGION, pathStyle: true };
    return { kind: 'gcs', ...place, linkSeconds, keys };
  }
  if (endpoint === GOOGLE) throw new StorageUrlError('Google Cloud Storage is written gs://bucket/prefix');
  return {
    kind: 's3',
    bucket,
    prefix,
    endpoint,
    region: url.searchParams.get('region') || 'us-east-1',
    pathStyle: readStyle(url.searchParams.get('style')) ?? endpoint !== null,
    linkSeconds,
    keys,
  };
}

function readPrefix(path: string): string {
  const inner = path.replace(/^\/+|\/+$/g, '');
  const prefix = inner === '' ? '' : `${inner}/`;
  if (!PREFIX.test(prefix)) throw new StorageUrlError('what stands behind its bucket is letters, digits and slashes');
  return prefix;
}

function readEndpoint(text: string | null): string | null {
  if (text === null || text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new StorageUrlError('its endpoint is no http or https address');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new StorageUrlError('its endpoint is an address alone, without credentials, ? and #');
  }
  return text.replace(/\/+$/, '');
}

function readStyle(text: string | null): boolean | null {
  if (text === null) return null;
  if (text !== 'path' && text !== 'host') throw new StorageUrlError('its style is path or host');
  return text === 'path';
}

function readLinkSeconds(text: string | null): number | null {
  if (text === null) return null;
  const seconds = Number(text);
  if (!/^\d+$/.test(text) || seconds < 1 || seconds > LONGEST_LINK_SECONDS) {
    throw new StorageUrlError(`its links are good for 1 to ${LONGEST_LINK_SECONDS} seconds`);
  }
  return seconds;
}
