/** Parses STORAGE_URL and related variables, which determine the kind and location of the storage. */

/** Credentials for the storage service. If null, the library uses the credentials it finds on this machine. */
export type StorageKeys = { keyId: string; secret: string } | null;

/** A bucket of any S3-compatible service. */
export type S3SetUp = {
  /** `gcs` is Google Cloud Storage, whose S3-compatible API composes objects instead of copying parts. */
  kind: 's3' | 'gcs';
  bucket: string;
  /** Prefix of all object names: empty, or ending with a slash. */
  prefix: string;
  /** URL of the service, or null for Amazon S3. */
  endpoint: string | null;
  region: string;
  /** Whether the bucket name goes in the path rather than in the host name. */
  pathStyle: boolean;
  /**
   * Lifetime in seconds of the signed links that single-file downloads are redirected to. If null, downloads go through the site.
   */
  linkSeconds: number | null;
  keys: StorageKeys;
};

/** `disk` is the `files` folder in DATA_DIR. */
export type StorageSetUp = { kind: 'disk' } | S3SetUp;

/** A STORAGE_URL that cannot be used. The message completes the sentence "cannot be used: …" and contains no secrets. */
export class StorageUrlError extends Error {}

/** Environment variables that configure storage; each is optional. */
export type StorageVariables = {
  [Name in
    | 'STORAGE_URL'
    | 'STORAGE_KEY_ID'
    | 'STORAGE_SECRET'
    | 'STORAGE_URL_OLD'
    | 'STORAGE_KEY_ID_OLD'
    | 'STORAGE_SECRET_OLD']?: string | undefined;
};

/** The current storage and, while files are migrated, the old one. */
export type StoragesSetUp = {
  storage: StorageSetUp;
  storageOld: StorageSetUp | null;
  /** Credentials for a storage backend that is named on a command line rather than by these variables. */
  storageKeys: StorageKeys;
  storageOldKeys: StorageKeys;
};

/**
 * Parses the variables. The old storage uses its own credentials (_OLD) if they are set. Otherwise it uses those of the new
 * storage, unless exactly one of the two is Google Cloud Storage, because credentials for one would not work with the other.
 * @throws StorageUrlError whose message is a full sentence
 */
export function readStorages(given: StorageVariables): StoragesSetUp {
  const storageKeys = readKeys(given, '');
  const storage = readVariable('STORAGE_URL', given.STORAGE_URL ?? 'disk', storageKeys);
  const address = given.STORAGE_URL_OLD;
  const isAlike = storage.kind === 'disk' || (storage.kind === 'gcs') === isGoogle(address ?? '');
  const storageOldKeys = readKeys(given, '_OLD') ?? (address === undefined || isAlike ? storageKeys : null);
  const storageOld = address === undefined ? null : readVariable('STORAGE_URL_OLD', address, storageOldKeys);
  if (storageOld && isSamePlace(storage, storageOld)) {
    throw new StorageUrlError('The variable STORAGE_URL_OLD cannot be used: it is the same place as STORAGE_URL.');
  }
  return { storage, storageOld, storageKeys, storageOldKeys };
}

/** Whether two configurations refer to the same storage location. */
export function isSamePlace(one: StorageSetUp, other: StorageSetUp): boolean {
  const placeOf = (setUp: StorageSetUp): string =>
    setUp.kind === 'disk' ? 'disk' : JSON.stringify([setUp.endpoint, setUp.bucket, setUp.prefix]);
  return placeOf(one) === placeOf(other);
}

function readKeys(given: StorageVariables, ending: '' | '_OLD'): StorageKeys {
  const [keyId, secret] = [given[`STORAGE_KEY_ID${ending}`], given[`STORAGE_SECRET${ending}`]];
  if (!keyId && !secret) return null;
  if (keyId && secret) return { keyId, secret };
  throw new StorageUrlError(`The variables STORAGE_KEY_ID${ending} and STORAGE_SECRET${ending} must be set together.`);
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
/** Google Cloud Storage accepts signatures for any region. */
const GOOGLE_REGION = 'auto';

const BUCKET = /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/;
const PREFIX = /^(?:[A-Za-z0-9][A-Za-z0-9_.-]*\/)*$/;
/**
 * Maximum lifetime of a link. It only has to be long enough to start a download. It is short because suspending a user does not
 * revoke a link that was already issued. A resumed download requests a new link for each part.
 */
const LONGEST_LINK_SECONDS = 600;
const PARAMETERS: Record<string, readonly string[]> = {
  s3: ['endpoint', 'region', 'style', 'links'],
  gs: ['endpoint', 'links'],
};

/**
 * Parses `disk`, `s3://bucket/prefix?endpoint=…&region=…` or `gs://bucket/prefix?endpoint=…`.
 * @throws StorageUrlError
 */
export function readStorageUrl(address: string, keys: StorageKeys): StorageSetUp {
  if (address === 'disk') return { kind: 'disk' };
  const url = URL.canParse(address) ? new URL(address) : null;
  const known = PARAMETERS[url?.protocol.replace(':', '') ?? ''];
  if (!url || !known) throw new StorageUrlError('it must start with s3:// or gs://, or be the word disk');
  if (url.username !== '' || url.password !== '') {
    throw new StorageUrlError('put credentials in STORAGE_KEY_ID and STORAGE_SECRET instead');
  }
  if (url.port !== '' || url.hash !== '') throw new StorageUrlError('it must have no port or #; use endpoint instead');
  for (const name of url.searchParams.keys()) {
    if (!known.includes(name)) throw new StorageUrlError(`unknown parameter “${name}”; use ${known.join(', ')}`);
  }
  const bucket = url.hostname;
  if (!BUCKET.test(bucket)) throw new StorageUrlError('its bucket name is invalid');
  const prefix = readPrefix(url.pathname);
  const endpoint = readEndpoint(url.searchParams.get('endpoint'));
  const linkSeconds = readLinkSeconds(url.searchParams.get('links'));
  if (isGoogle(address)) {
    if (!keys) {
      throw new StorageUrlError(
        'Google Cloud Storage needs an HMAC key of a service account in STORAGE_KEY_ID and STORAGE_SECRET; create one with “gcloud storage hmac create ACCOUNT”; key files (STORAGE_KEY_FILE) are no longer supported',
      );
    }
    const place = { bucket, prefix, endpoint: endpoint ?? GOOGLE, region: GOOGLE_REGION, pathStyle: true };
    return { kind: 'gcs', ...place, linkSeconds, keys };
  }
  if (endpoint === GOOGLE) throw new StorageUrlError('write Google Cloud Storage as gs://bucket/prefix');
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
  if (!PREFIX.test(prefix)) throw new StorageUrlError('the path after the bucket may only use letters, digits and /');
  return prefix;
}

function readEndpoint(text: string | null): string | null {
  if (text === null || text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new StorageUrlError('its endpoint must be an http or https URL');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new StorageUrlError('its endpoint must be a URL without credentials, ? or #');
  }
  return text.replace(/\/+$/, '');
}

function readStyle(text: string | null): boolean | null {
  if (text === null) return null;
  if (text !== 'path' && text !== 'host') throw new StorageUrlError('its style must be path or host');
  return text === 'path';
}

function readLinkSeconds(text: string | null): number | null {
  if (text === null) return null;
  const seconds = Number(text);
  if (!/^\d+$/.test(text) || seconds < 1 || seconds > LONGEST_LINK_SECONDS) {
    throw new StorageUrlError(`its links must last 1 to ${LONGEST_LINK_SECONDS} seconds`);
  }
  return seconds;
}
