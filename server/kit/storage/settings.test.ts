import { describe, expect, it } from 'vitest';
import { readStorages, readStorageUrl, StorageUrlError } from './settings.ts';

const keys = { keyId: 'id', secret: 'a secret' };

describe('STORAGE_URL', () => {
  it('parses the disk and bucket forms', () => {
    expect(readStorageUrl('disk', keys)).toEqual({ kind: 'disk' });
    expect(readStorageUrl('s3://helix-files', null)).toEqual({
      kind: 's3',
      bucket: 'helix-files',
      prefix: '',
      endpoint: null,
      region: 'us-east-1',
      pathStyle: false,
      linkSeconds: null,
      keys: null,
    });
    const full = 's3://helix/a/b/?endpoint=http%3A%2F%2F127.0.0.1%3A9000%2F&region=eu-1&style=host&links=60';
    expect(readStorageUrl(full, keys)).toMatchObject({
      prefix: 'a/b/',
      endpoint: 'http://127.0.0.1:9000',
      region: 'eu-1',
      pathStyle: false,
      linkSeconds: 60,
      keys,
    });
    expect(readStorageUrl('s3://helix?endpoint=https://s3.example', keys)).toMatchObject({ pathStyle: true });
    expect(readStorageUrl('gs://helix_files/site', keys)).toEqual({
      kind: 'gcs',
      bucket: 'helix_files',
      prefix: 'site/',
      endpoint: 'https://storage.googleapis.com',
      region: 'auto',
      pathStyle: true,
      linkSeconds: null,
      keys,
    });
    const standIn = readStorageUrl('gs://files?endpoint=http://127.0.0.1:9000&links=60', keys);
    expect(standIn).toMatchObject({ kind: 'gcs', endpoint: 'http://127.0.0.1:9000', linkSeconds: 60 });
  });

  it('requires an HMAC key for Google Cloud Storage and says how to create one', () => {
    expect(() => readStorageUrl('gs://files', null)).toThrow(/HMAC key.*gcloud storage hmac create.*STORAGE_KEY_FILE/);
  });

  it.each([
    ['', 's3://'],
    ['files', 's3://'],
    ['https://s3.example/bucket', 's3://'],
    ['s3://', 'bucket'],
    ['s3://a', 'bucket'],
    ['s3://UPPER.case', 'bucket'],
    ['s3://id:a-secret@bucket', 'credentials'],
    ['s3://bucket:9000', 'port'],
    ['s3://bucket#part', '#'],
    ['s3://bucket/../other', null],
    ['s3://bucket/a//b', 'after the bucket'],
    ['s3://bucket/é', 'after the bucket'],
    ['s3://bucket?endpoint=ftp://s3.example', 'endpoint'],
    ['s3://bucket?endpoint=s3.example', 'endpoint'],
    ['s3://bucket?endpoint=https://id:a-secret@s3.example', 'endpoint'],
    ['s3://bucket?style=other', 'style'],
    ['s3://bucket?links=0', 'links'],
    ['s3://bucket?links=601', '1 to 600 seconds'],
    ['s3://bucket?links=abc', 'links'],
    ['s3://bucket?secret=a-secret', 'secret'],
    ['gs://bucket?region=eu', 'region'],
    ['s3://bucket?endpoint=https://storage.googleapis.com/', 'gs://bucket/prefix'],
  ])('rejects %j with an explanation', (address, word) => {
    const read = () => readStorageUrl(address, keys);
    // The URL parser removes path segments that would lead out of the bucket.
    if (word === null) return expect(read()).toMatchObject({ prefix: 'other/' });
    expect(read).toThrow(StorageUrlError);
    expect(read).toThrow(word);
    expect(read).not.toThrow('a-secret');
  });
});

describe('the storage variables', () => {
  it('default to the disk', () => {
    expect(readStorages({})).toEqual({
      storage: { kind: 'disk' },
      storageOld: null,
      storageKeys: null,
      storageOldKeys: null,
    });
  });

  it('give the old storage its own credentials, or else those of the new one', () => {
    const given = { STORAGE_URL: 's3://new', STORAGE_KEY_ID: 'a', STORAGE_SECRET: 'b', STORAGE_URL_OLD: 's3://older' };
    expect(readStorages(given).storageOld).toMatchObject({ bucket: 'older', keys: { keyId: 'a', secret: 'b' } });
    const own = readStorages({ ...given, STORAGE_KEY_ID_OLD: 'c', STORAGE_SECRET_OLD: 'd' });
    expect(own.storageOld).toMatchObject({ keys: { keyId: 'c', secret: 'd' } });
    expect(own.storage).toMatchObject({ bucket: 'new', keys: { keyId: 'a', secret: 'b' } });
  });

  it('do not pass credentials on to an old storage of a different kind', () => {
    const google = { STORAGE_URL: 'gs://new', STORAGE_KEY_ID: 'a', STORAGE_SECRET: 'b' };
    const from = (address: string) => readStorages({ ...google, STORAGE_URL_OLD: address }).storageOld;
    expect(from('disk')).toEqual({ kind: 'disk' });
    expect(from('gs://older')).toMatchObject({ keys: { keyId: 'a' } });
    // Without keys, the library uses its default credential sources, such as a machine role.
    expect(from('s3://older')).toMatchObject({ keys: null });
    const back = { ...google, STORAGE_URL: 's3://new', STORAGE_URL_OLD: 'gs://older' };
    expect(() => readStorages(back)).toThrow('STORAGE_URL_OLD cannot be used: Google Cloud Storage needs');
    const own = { ...back, STORAGE_KEY_ID_OLD: 'c', STORAGE_SECRET_OLD: 'd' };
    expect(readStorages(own).storageOld).toMatchObject({ kind: 'gcs', keys: { keyId: 'c' } });
  });

  it.each([
    [{ STORAGE_URL: 'ftp://x' }, 'The variable STORAGE_URL cannot be used: it must start with'],
    [{ STORAGE_URL_OLD: 'ftp://x' }, 'The variable STORAGE_URL_OLD cannot be used: it must start with'],
    [{ STORAGE_URL_OLD: 'disk' }, 'it is the same place as STORAGE_URL.'],
    [
      { STORAGE_URL: 's3://same?region=a', STORAGE_URL_OLD: 's3://same?region=b' },
      'it is the same place as STORAGE_URL.',
    ],
    [{ STORAGE_KEY_ID: 'a' }, 'STORAGE_KEY_ID and STORAGE_SECRET must be set together'],
    [{ STORAGE_SECRET_OLD: 'a-secret' }, 'STORAGE_KEY_ID_OLD and STORAGE_SECRET_OLD must be set together'],
  ])('are rejected with an explanation: %j', (given, words) => {
    expect(() => readStorages(given)).toThrow(words);
    expect(() => readStorages(given)).not.toThrow('a-secret');
  });
});
