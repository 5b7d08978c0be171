// How a call of the API is described once, for the server that answers it and the client that makes it.
import { z } from 'zod';
import { USERNAME_FORM } from '#contract/accounts/limits.ts';
import type { TokenScope } from '#contract/accounts/token-limits.ts';
import { LINK_MAX_CHARACTERS } from './limits.ts';
import type { ProblemCode } from './problems.ts';

/** Who may make a call. `owner` means a signed-in person, whose ownership the handler itself checks. */
export type Access = 'visitor' | 'member' | 'premium' | 'leaker' | 'admin' | 'owner';

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type EndpointSpec = {
  method: Method;
  /** Path under the site's origin, parameters in braces: `/api/resources/{id}`. */
  path: `/${string}`;
  access: Access;
  /** A message that a third party signs, which the handler checks: it has no session, so it may come from any page. */
  signed?: true;
  /** Refuses a suspended person (BANNED) who would be a mere visitor to an open call. */
  refusesSuspended?: true;
  /**
   * The scope with which a token may make this call for its owner (contract/accounts/personal-tokens.ts). `null`: only a sign-in
   * may, and a comment gives the reason. A call that needs a sign-in says one of the two, unless it is an administrator's.
   */
  scope?: TokenScope | null;
  /** Only such a token may: a sign-in by itself is not enough. */
  onlyByToken?: true;
  /** One sentence for the API document. */
  summary: string;
  params?: z.ZodObject;
  /** Query values are text as they arrive; unknown keys are refused, but for `_`, which caches are broken with. */
  query?: z.ZodObject;
  /**
   * A list without a place for it in the database: the handler answers all rows, and the server takes `listQuery` from there.
   * `search` names the texts that are searched, with a dot into what a row holds; `at` is the time that orders them.
   */
  whole?: { search: readonly string[]; at?: string };
  body?: z.ZodType;
  /** Bytes that the JSON may have; 64 kB unless given. */
  bodyBytes?: number;
  /** A body of this media type in place of JSON, which the handler reads by itself, however long it is. */
  bodyType?: `${string}/${string}`;
  /** A form with files (multipart/form-data) in place of JSON: its text parts, and the names that files may have. */
  form?: {
    fields: z.ZodObject;
    files: readonly string[];
    /** The one of the files that goes to the storage as it arrives, and may be large; the others are held in memory. */
    streamed?: string;
  };
  /** JSON as it travels; `null` for an answer that is not JSON (a picture, a file). */
  reply: z.ZodType | null;
  /** What is answered where `reply` is null and not nothing at all: its media type, or that the caller is led elsewhere (302). */
  sends?: `${string}/${string}` | 'redirect';
  /** Leads a browser that opens the address to a page instead (302), where something is still to be done there. */
  leadsPages?: true;
  /** Status of success; 200 unless given. */
  status?: 200 | 201 | 202 | 204;
  /** Success with the same reply, where what was asked for was there already. */
  otherStatus?: 200;
  /** Refusals this call makes on purpose, beside those that every call can make. */
  problems?: readonly ProblemCode[];
  /** What a person reads when the call fails without a sentence of its own (specification, section 8). */
  fallback: string;
};

/** Declares a call. It only fixes the literal types; nothing happens at run time. */
export function endpoint<const E extends EndpointSpec>(spec: E): E {
  return spec;
}

type Nothing = Record<string, never>;

export type ParamsOf<E extends EndpointSpec> = E extends { params: infer T extends z.ZodType } ? z.output<T> : Nothing;
export type QueryOf<E extends EndpointSpec> = E extends { query: infer T extends z.ZodType } ? z.output<T> : Nothing;
export type BodyOf<E extends EndpointSpec> = E extends { body: infer T extends z.ZodType }
  ? z.output<T>
  : E extends { form: { fields: infer F extends z.ZodType } }
    ? z.output<F>
    : undefined;
export type ReplyOf<E extends EndpointSpec> = E extends { reply: infer T extends z.ZodType } ? z.output<T> : null;

/** A random UUID (v4), the only form in which ids travel. */
export const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, 'This id is not valid.');

export const username = z.string().regex(USERNAME_FORM, 'This username is not valid.');

export const timestamp = z.iso.datetime();

/** A whole number in a query, as text without sign, leading zeros or more than six digits. */
export const queryNumber = z.string().regex(/^[1-9][0-9]{0,5}$/, 'This must be a whole number from 1.');

const shown = (value: number): string => value.toLocaleString('en-US');

/** A whole number from `min` to `max`; whatever is wrong, the sentence says the range. */
export function wholeInRange(min: number, max: number) {
  return z
    .int(`Enter a whole number from ${shown(min)} to ${shown(max)}.`)
    .min(min)
    .max(max);
}

/** A number above `above`, up to `max`; whatever is wrong, the sentence says the range. */
export function inRange(above: number, max: number) {
  return z
    .number(`Enter a number above ${shown(above)}, up to ${shown(max)}.`)
    .gt(above)
    .max(max);
}

/** Text of at most `max` characters without control characters or halves of characters. */
export function cleanText(max: number) {
  return z
    .string()
    .max(max, `At most ${max} characters.`)
    .refine(
      (value) => !hasControlCharacters(value) && value.isWellFormed(),
      'This contains characters that cannot be used.',
    );
}

const hasControlCharacters = (value: string): boolean => {
  for (let index = 0; index < value.length; index += 1) {
    const code = value.charCodeAt(index);
    if (code < 32 && code !== 9 && code !== 10 && code !== 13) return true;
    if (code === 127) return true;
  }
  return false;
};

/** A single line of text with at least one visible character. */
export function plainLine(max: number) {
  return cleanText(max)
    .trim()
    .min(1, 'This must not be empty.')
    .regex(/^[^\r\n\t\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/, 'This must be one line of plain text.')
    .regex(/[\p{L}\p{N}\p{P}\p{S}]/u, 'This needs a character that can be seen.');
}

/** A URL of another site: https only, without credentials. */
export const httpsLink = z
  .url({ protocol: /^https$/, error: 'This must be an address that begins with https://.' })
  .max(LINK_MAX_CHARACTERS)
  .regex(/^https:\/\/[^\s\\@/?#]+(?:[/?#][^\s\\]*)?$/i, 'This must be an address that begins with https://.');

export const pagination = z.object({
  total: z.int().nonnegative(),
  pages: z.int().nonnegative(),
  currentPage: z.int().positive(),
  limit: z.int().positive(),
});
export type Pagination = z.infer<typeof pagination>;
