// Whom the stand-in for Google Cloud Storage lets in: one service account, by tokens that it gives out or that the account signs
// itself, and by signed addresses (V4).
import { createHash, createPublicKey, createVerify, generateKeyPairSync, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { GcsFakeRefusal } from './gcs-objects.fake.ts';

const SCOPE = /\/auth\/(devstorage\.(read_write|full_control)|cloud-platform)\b/;
const TOKEN_SECONDS = 3600;

const denied = (message: string): GcsFakeRefusal => new GcsFakeRefusal(401, 'authError', message);

/** @param url the address of the stand-in, known once it listens */
export const createFakeAccount = (url: () => string) => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicKey = createPublicKey(pair.privateKey);
  const email = 'helix@stand-in.iam.gserviceaccount.com';
  const tokens = new Map<string, number>();

  const readSigned = (token: string): Record<string, unknown> => {
    const [head = '', body = '', signature = ''] = token.split('.');
    const verify = createVerify('RSA-SHA256').update(`${head}.${body}`);
    if (!verify.verify(publicKey, Buffer.from(signature, 'base64url'))) throw denied('Invalid JWT signature.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
    const now = Date.now() / 1000;
    if (claims.iss !== email) throw denied('Invalid issuer.');
    if (Number(claims.exp) < now || Number(claims.iat) > now + 300) throw denied('Token expired.');
    if (!SCOPE.test(String(claims.scope))) throw new GcsFakeRefusal(403, 'forbidden', 'Insufficient scope.');
    return claims;
  };

  return {
    /** The file that Google gives out for a service account. */
    keyFile: () => ({
      type: 'service_account',
      project_id: 'stand-in',
      private_key_id: 'one',
      private_key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      client_email: email,
      client_id: '1',
      token_uri: `${url()}/token`,
    }),

    /** POST /token with `grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer`. */
    grant(form: URLSearchParams) {
      if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
        throw denied('unsupported_grant_type');
      readSigned(form.get('assertion') ?? '');
      const token = `ya29.${randomUUID()}`;
      tokens.set(token, Date.now() + TOKEN_SECONDS * 1000);
      return { access_token: token, expires_in: TOKEN_SECONDS, token_type: 'Bearer' };
    },

    demandBearer({ authorization = '' }: IncomingHttpHeaders): void {
      const token = /^Bearer (.+)$/.exec(authorization)?.[1];
      if (!token) throw denied('Anonymous caller does not have access to the bucket.');
      if ((tokens.get(token) ?? 0) > Date.now()) return;
      readSigned(token);
    },

    /** An address that was signed for GET; a part of it that has changed makes it another one. */
    demandSignature(address: URL, host: string): void {
      const query = new URLSearchParams(address.search);
      const signature = query.get('X-Goog-Signature') ?? '';
      query.delete('X-Goog-Signature');
      const canonicalQuery = [...query]
        .map(([name, value]) => `${strict(name)}=${strict(value)}`)
        .sort()
        .join('&');
      const canonical = ['GET', address.pathname, canonicalQuery, `host:${host}\n`, 'host', 'UNSIGNED-PAYLOAD'].join(
        '\n',
      );
      const date = query.get('X-Goog-Date') ?? '';
      const toSign = [
        'GOOG4-RSA-SHA256',
        date,
        `${date.slice(0, 8)}/auto/storage/goog4_request`,
        createHash('sha256').update(canonical).digest('hex'),
      ].join('\n');
      const isSigned = createVerify('RSA-SHA256').update(toSign).verify(publicKey, Buffer.from(signature, 'hex'));
      if (!isSigned) throw new GcsFakeRefusal(403, 'SignatureDoesNotMatch', 'The request signature does not match.');
      const made = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'));
      const isOpen = Date.now() < made + Number(query.get('X-Goog-Expires')) * 1000 && Date.now() >= made - 1000;
      if (!isOpen) throw new GcsFakeRefusal(400, 'ExpiredToken', 'Invalid argument: the address has expired.');
    },
  };
};

const strict = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
