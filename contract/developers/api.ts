// What the site tells programs about itself: its OpenAPI document, and the same for people at /developers (product.md PL-3).
import { z } from 'zod';
import { TOKEN_SCOPES } from '#contract/accounts/token-limits.ts';
import { endpoint } from '#contract/http.ts';

const ACCESSES = ['visitor', 'member', 'premium', 'leaker', 'admin', 'owner'] as const;

/** One line of the list of calls. `id` is the operationId of the document and the anchor on the page. */
const apiLine = z.object({
  id: z.string(),
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string(),
  summary: z.string(),
  access: z.enum(ACCESSES),
  /** The scope with which a token may make it; null where only a sign-in may, or where none is needed. */
  scope: z.enum(TOKEN_SCOPES).nullable(),
});
export type ApiLine = z.infer<typeof apiLine>;

const apiField = z.object({
  name: z.string(),
  /** Where it stands. */
  in: z.enum(['path', 'query', 'form', 'header']),
  type: z.string(),
  isRequired: z.boolean(),
});
export type ApiField = z.infer<typeof apiField>;

const apiCall = apiLine.extend({
  /** Parts of the address and of a form, and headers. */
  fields: z.array(apiField),
  body: z.object({ mediaType: z.string(), shape: z.string().nullable(), maxBytes: z.int() }).nullable(),
  /** What success is: `shape` is the JSON in words close to TypeScript, null when it is none. */
  reply: z.object({ status: z.int(), mediaType: z.string().nullable(), shape: z.string().nullable() }),
  /** Refusals of its own; those that every call can make are told once. */
  refusals: z.array(z.object({ code: z.string(), status: z.int(), message: z.string() })),
  /** Its own limit in words. */
  limit: z.string().nullable(),
  /** A command that makes the call. */
  curl: z.string(),
});
export type ApiCallFacts = z.infer<typeof apiCall>;

const groupName = z.object({ id: z.string(), title: z.string(), calls: z.int() });
const apiGroups = z.array(groupName);

export const getOpenApi = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  access: 'visitor',
  summary: 'Every call of this site as an OpenAPI 3.1 document.',
  reply: z.looseObject({ openapi: z.string(), info: z.looseObject({ title: z.string(), version: z.string() }) }),
  fallback: 'Failed to load data',
});

/** What has to be known before the first call, and the list of all calls. */
export const getApiGuide = endpoint({
  method: 'GET',
  path: '/api/developers',
  access: 'visitor',
  summary: 'How programs use this site: the address, scopes, limits and common refusals, and a line for each call.',
  reply: z.object({
    version: z.string(),
    /** The site's own address, without a slash at its end. */
    url: z.string(),
    scopes: z.array(z.object({ name: z.string(), label: z.string(), allows: z.string() })),
    limits: z.array(z.object({ what: z.string(), most: z.string() })),
    refusals: z.array(z.object({ code: z.string(), status: z.int(), message: z.string() })),
    groups: z.array(groupName.extend({ lines: z.array(apiLine) })),
  }),
  fallback: 'Failed to load data',
});
export type ApiGuide = z.infer<typeof getApiGuide.reply>;

export const getApiGroup = endpoint({
  method: 'GET',
  path: '/api/developers/{group}',
  access: 'visitor',
  summary: 'The calls of one group with their parameters, replies and refusals.',
  params: z.strictObject({ group: z.string().regex(/^[a-z]{1,30}$/, 'This group is not valid.') }),
  reply: z.object({ id: z.string(), title: z.string(), groups: apiGroups, calls: z.array(apiCall) }),
  problems: ['NOT_FOUND'],
  fallback: 'Failed to load data',
});
export type ApiGroup = z.infer<typeof getApiGroup.reply>;
