// API documentation: the OpenAPI document, and the same content as a page at /developers (product.md PL-3).
import { z } from 'zod';
import { TOKEN_SCOPES } from '#contract/accounts/token-limits.ts';
import { endpoint } from '#contract/http.ts';

const ACCESSES = ['visitor', 'member', 'premium', 'leaker', 'admin', 'owner'] as const;

/** An entry in the list of API calls. `id` is its operationId in the OpenAPI document and its anchor on the page. */
const apiLine = z.object({
  id: z.string(),
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string(),
  summary: z.string(),
  access: z.enum(ACCESSES),
  /** Scope that a token needs for this call; null if the call needs no login or does not accept tokens. */
  scope: z.enum(TOKEN_SCOPES).nullable(),
});
export type ApiLine = z.infer<typeof apiLine>;

const apiField = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'form', 'header']),
  type: z.string(),
  isRequired: z.boolean(),
});
export type ApiField = z.infer<typeof apiField>;

const apiCall = apiLine.extend({
  /** Parameters in the path, query, form and headers. */
  fields: z.array(apiField),
  body: z.object({ mediaType: z.string(), shape: z.string().nullable(), maxBytes: z.int() }).nullable(),
  /** The success response. `shape` describes its JSON in a TypeScript-like notation; null if it is not JSON. */
  reply: z.object({ status: z.int(), mediaType: z.string().nullable(), shape: z.string().nullable() }),
  /** Errors specific to this call. Errors common to all calls are listed separately. */
  refusals: z.array(z.object({ code: z.string(), status: z.int(), message: z.string() })),
  /** Rate limit specific to this call, as text. */
  limit: z.string().nullable(),
  curl: z.string(),
});
export type ApiCallFacts = z.infer<typeof apiCall>;

const groupName = z.object({ id: z.string(), title: z.string(), calls: z.int() });
const apiGroups = z.array(groupName);

export const getOpenApi = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  access: 'visitor',
  summary: 'Returns the whole API of this site as an OpenAPI 3.1 document.',
  reply: z.looseObject({ openapi: z.string(), info: z.looseObject({ title: z.string(), version: z.string() }) }),
  fallback: 'Failed to load data',
});

/** Information needed before the first call, and the list of all calls. */
export const getApiGuide = endpoint({
  method: 'GET',
  path: '/api/developers',
  access: 'visitor',
  summary: 'Returns a guide to the API: base URL, scopes, rate limits, common errors, and a list of all endpoints.',
  reply: z.object({
    version: z.string(),
    /** Base URL of this site, without a trailing slash. */
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
  summary: 'Returns the endpoints of one group with their parameters, responses and errors.',
  params: z.strictObject({ group: z.string().regex(/^[a-z]{1,30}$/, 'This group is not valid.') }),
  reply: z.object({ id: z.string(), title: z.string(), groups: apiGroups, calls: z.array(apiCall) }),
  problems: ['NOT_FOUND'],
  fallback: 'Failed to load data',
});
export type ApiGroup = z.infer<typeof getApiGroup.reply>;
