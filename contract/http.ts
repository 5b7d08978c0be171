// Declares each API call once, both for the server that handles it and for clients that make it.
import { z } from 'zod';
import { USERNAME_FORM } from '#contract/accounts/limits.ts';
import type { TokenScope } from '#contract/accounts/token-limits.ts';
import { LINK_MAX_CHARACTERS } from './limits.ts';
import type { ProblemCode } from './problems.ts';

/** Who may make a call. `owner` allows any logged-in user, and the handler checks ownership. */
export type Access = 'visitor' | 'member' | 'premium' | 'leaker' | 'admin' | 'owner';

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type EndpointSpec = {
  method: Method;
  /** Path on the site's origin, with parameters in braces: `/api/resources/{id}`. */
  path: `/${string}`;
  access: Access;
  /**
   * A webhook signed by a third party. It has no session, so the origin check is skipped, and the handler verifies the signature.
   */
  signed?: true;
  /** Rejects suspended users with BANNED. Without this flag, calls open to visitors treat suspended users as visitors. */
  refusesSuspended?: true;
  /**
   * Scope that a token needs to make this call for its owner (contract/accounts/personal-tokens.ts). `null` means that no
   * token can make this call, only a session; add a comment with the reason. Required on every call that needs a login, except
   * admin calls.
   */
  scope?: TokenScope | null;
  /** Requires a token; a session is not enough. */
  onlyByToken?: true;
  /** One sentence for the API docs. */
  summary: string;
  params?: z.ZodObject;
  /** Query values arrive as text. Unknown keys are rejected, except `_`, which clients use to bypass caches. */
  query?: z.ZodObject;
  /**
   * For a list that is not paged in SQL. The handler returns all rows, and the server applies `listQuery` to them. `search` names
   * the text fields to search, with dots for nested fields; `at` is the timestamp field to sort by.
   */
  whole?: { search: readonly string[]; at?: string };
  body?: z.ZodType;
  /** Maximum size of the JSON body in bytes. Default: 64 kB. */
  bodyBytes?: number;
  /** Media type of a non-JSON body. The handler reads the body itself, without a size limit. */
  bodyType?: `${string}/${string}`;
  /** A multipart/form-data body instead of JSON: its text fields, and the names of its file fields. */
  form?: {
    fields: z.ZodObject;
    files: readonly string[];
    /** The file field that may be large and is streamed to storage. The other files are buffered in memory. */
    streamed?: string;
  };
  /** Schema of the JSON response; `null` if the response is not JSON (e.g. an image or a file). */
  reply: z.ZodType | null;
  /** Set if `reply` is null but the response has content: its media type, or `redirect` for a 302. */
  sends?: `${string}/${string}` | 'redirect';
  /** If the user has to do something else first, a browser that opens this URL is redirected (302) to the page for doing so. */
  leadsPages?: true;
  /** Not a GET, but nothing that others see on cached pages changes right away, or the browser keeps it up to date itself. */
  leavesPages?: true;
  /** HTTP status for success. Default: 200. */
  status?: 200 | 201 | 202 | 204;
  /** HTTP status for success if nothing had to be created because the object already existed. */
  otherStatus?: 200;
  /** Errors specific to this call, in addition to those that all calls can return. */
  problems?: readonly ProblemCode[];
  /** Error message to show if a failed call returned no message (specification, section 8). */
  fallback: string;
};

/** Declares a call. Only narrows the literal types; has no effect at run time. */
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

/** A random UUID (v4), the only id format in requests and responses. */
export const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, 'This ID is not valid.');

export const username = z.string().regex(USERNAME_FORM, 'This username is not valid.');

export const timestamp = z.iso.datetime();

/** A positive integer in a query: up to six digits, without sign or leading zeros. */
export const queryNumber = z.string().regex(/^[1-9][0-9]{0,5}$/, 'This must be a whole number, 1 or higher.');

const shown = (value: number): string => value.toLocaleString('en-US');

/** An integer from `min` to `max`. Every error message states the range. */
export function wholeInRange(min: number, max: number) {
  return z
    .int(`Enter a whole number from ${shown(min)} to ${shown(max)}.`)
    .min(min)
    .max(max);
}

/** A number greater than `above`, up to `max`. Every error message states the range. */
export function inRange(above: number, max: number) {
  return z
    .number(`Enter a number above ${shown(above)}, up to ${shown(max)}.`)
    .gt(above)
    .max(max);
}

/** Text of up to `max` characters, without control characters or lone surrogates. */
export function cleanText(max: number) {
  return z
    .string()
    .max(max, `At most ${max} characters.`)
    .refine((value) => !hasControlCharacters(value) && value.isWellFormed(), 'This contains unsupported characters.');
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
    .regex(/[\p{L}\p{N}\p{P}\p{S}]/u, 'Enter at least one visible character.');
}

/** An https URL without credentials, usually of another site. */
export const httpsLink = z
  .url({ protocol: /^https$/, error: 'Enter a link that starts with https://.' })
  .max(LINK_MAX_CHARACTERS)
  .regex(/^https:\/\/[^\s\\@/?#]+(?:[/?#][^\s\\]*)?$/i, 'Enter a link that starts with https://.');

export const pagination = z.object({
  total: z.int().nonnegative(),
  pages: z.int().nonnegative(),
  currentPage: z.int().positive(),
  limit: z.int().positive(),
});
export type Pagination = z.infer<typeof pagination>;
