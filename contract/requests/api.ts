// Resource requests: creating them, the public board with votes, and decisions by administrators (product.md RQ).
import { z } from 'zod';
import { cleanText, endpoint, pagination, timestamp, uuid } from '#contract/http.ts';
import { REASON_MAX_CHARACTERS } from '#contract/limits.ts';
import { LIST_SORTS, listPagination, listQuery, tableQuery } from '#contract/pagination.ts';
import { REQUEST_LINK_MAX_CHARACTERS, REQUEST_NAME_MAX_CHARACTERS, REQUEST_STATUSES } from './limits.ts';

const byId = z.strictObject({ id: uuid });
export const requestStatus = z.enum(REQUEST_STATUSES);
export type RequestStatus = z.infer<typeof requestStatus>;

/** Metadata of the page that a request links to. Fields missing from the page are null. `image` is a URL on this site. */
export const ogData = z.object({
  title: z.string().nullable(),
  image: z.string().nullable(),
  /** Price of the original as stated on its page. */
  price: z.string().nullable(),
  description: z.string().nullable(),
});
export type OgData = z.infer<typeof ogData>;

/** A request as shown to the public. `voted`, `tells` and `own` depend on the viewer. */
export const resourceRequest = z.object({
  id: uuid,
  resourceName: z.string(),
  resourceLink: z.string(),
  ogData: ogData.nullable(),
  status: requestStatus,
  /** The administrator's note on the decision; may be empty. */
  note: z.string(),
  /** The resource that fulfils the request; null if there is no such resource or it is not public. */
  resource: z.object({ id: uuid, title: z.string() }).nullable(),
  /** Username of the requester; null if the account is suspended or deleted. */
  requester: z.string().nullable(),
  votes: z.int(),
  /** Whether any Premium member made the request or voted for it. Such requests are listed first. */
  isPremium: z.boolean(),
  voted: z.boolean(),
  /** Whether the viewer will be emailed about the outcome. */
  tells: z.boolean(),
  own: z.boolean(),
  createdAt: timestamp,
  decidedAt: timestamp.nullable(),
});
export type ResourceRequest = z.infer<typeof resourceRequest>;

const created = z.object({
  status: z.literal('success'),
  message: z.string(),
  ogData: ogData.nullable(),
  request: resourceRequest,
  /** When the user may make another request. */
  nextAt: timestamp,
});
const askedBefore = z.object({
  status: z.literal('warning'),
  message: z.string(),
  /** The request that already exists for this link. */
  request: resourceRequest,
});
export const requestOutcome = z.discriminatedUnion('status', [created, askedBefore]);
export type RequestOutcome = z.infer<typeof requestOutcome>;

export const createRequest = endpoint({
  method: 'POST',
  path: '/api/requests',
  access: 'member',
  scope: 'requests',
  summary:
    'Requests a resource. Returns 201 for a new request, or 200 with status "warning" if the link has already been requested.',
  body: z.strictObject({
    resourceName: cleanText(REQUEST_NAME_MAX_CHARACTERS).trim().min(1, 'Enter a name.'),
    resourceLink: cleanText(REQUEST_LINK_MAX_CHARACTERS).trim().min(1, 'Enter a link.'),
    /** Sent by older clients. Ignored, because the server uses its own clock. */
    timestamp: z.union([z.number(), z.string().max(100)]).optional(),
  }),
  reply: requestOutcome,
  status: 201,
  otherStatus: 200,
  problems: ['REQUEST_LIMIT', 'REQUEST_LINK_REFUSED'],
  fallback: 'Failed to submit request',
});

export const listRequests = endpoint({
  method: 'GET',
  path: '/api/requests',
  access: 'visitor',
  scope: 'read',
  summary: 'Lists the requests on the board: those made or voted for by Premium members first, then by votes.',
  query: z.strictObject({
    ...listQuery,
    status: requestStatus.optional(),
    sort: z.enum([...LIST_SORTS, 'votes']).optional(),
    /** Lists only requests that the viewer made or voted for; empty for visitors. */
    mine: z.literal('true').optional(),
  }),
  reply: z.object({
    requests: z.array(resourceRequest),
    pagination,
    /** Number of requests per status, regardless of the filter. */
    counts: z.record(requestStatus, z.int()),
  }),
  fallback: 'Failed to load data',
});

export const getRequestWait = endpoint({
  method: 'GET',
  path: '/api/requests/wait',
  access: 'member',
  scope: 'read',
  summary: 'Returns when you can next request a resource, or null if you can do so now.',
  reply: z.object({
    nextAt: timestamp.nullable(),
    /** Seconds until `nextAt`, or 0 if the user may request now. Needed because the browser's clock may be wrong. */
    waitSeconds: z.int().nonnegative(),
  }),
  fallback: 'Failed to load data',
});

export const findSimilar = endpoint({
  method: 'GET',
  path: '/api/requests/similar',
  access: 'visitor',
  scope: 'read',
  summary: 'Finds requests and resources with names similar to `name`.',
  query: z.strictObject({ name: cleanText(REQUEST_NAME_MAX_CHARACTERS) }),
  reply: z.object({
    requests: z.array(resourceRequest),
    resources: z.array(z.object({ id: uuid, title: z.string(), author: z.string(), thumbnail: z.string() })),
  }),
  fallback: 'Failed to load data',
});

const voteReply = z.object({ votes: z.int(), isPremium: z.boolean(), voted: z.boolean(), tells: z.boolean() });

export const voteForRequest = endpoint({
  method: 'POST',
  path: '/api/requests/{id}/votes',
  access: 'member',
  scope: 'requests',
  summary: 'Votes for a request. You can vote once per request; `tells` sets whether to email you about the outcome.',
  params: byId,
  body: z.strictObject({ tells: z.boolean().optional() }).optional(),
  reply: voteReply,
  problems: ['REQUEST_NOT_FOUND', 'REQUEST_CLOSED'],
  fallback: 'The vote could not be saved. Please try again.',
});

export const takeVoteBack = endpoint({
  method: 'DELETE',
  path: '/api/requests/{id}/votes',
  access: 'member',
  scope: 'requests',
  summary: 'Withdraws your vote. Votes for your own requests cannot be withdrawn.',
  params: byId,
  reply: voteReply,
  problems: ['REQUEST_NOT_FOUND', 'REQUEST_CLOSED', 'OWN_REQUEST'],
  fallback: 'The vote could not be withdrawn. Please try again.',
});

/** An update on a request, for its requester and everyone who asked to be notified. */
export const requestNewsLine = z.object({
  id: uuid,
  resourceName: z.string(),
  status: requestStatus,
  note: z.string(),
  /** Increases whenever the status changes. */
  decision: z.int(),
  /** The resource that fulfils the request; null if there is no such resource or it is not public. */
  resource: z.object({ id: uuid, title: z.string() }).nullable(),
  changedAt: timestamp,
});
export type RequestNews = z.infer<typeof requestNewsLine>;

export const listRequestNews = endpoint({
  method: 'GET',
  path: '/api/requests/news',
  access: 'member',
  scope: 'read',
  summary:
    'Lists updates from the last 30 days on your requests and those you asked to be notified about, newest first.',
  query: z.strictObject(listQuery),
  whole: { search: ['resourceName'], at: 'changedAt' },
  reply: z.object({ news: z.array(requestNewsLine) }),
  fallback: 'Failed to load data',
});

export const dismissRequestNews = endpoint({
  method: 'DELETE',
  path: '/api/requests/{id}/news',
  access: 'member',
  scope: 'requests',
  summary: 'Dismisses the updates on a request up to and including the given decision.',
  params: byId,
  body: z.strictObject({ decision: z.int().positive() }),
  reply: null,
  status: 204,
  problems: ['REQUEST_NOT_FOUND'],
  fallback: 'The update could not be dismissed. Please try again.',
});

const adminRequest = resourceRequest.extend({
  requesterId: uuid.nullable(),
  premiumVotes: z.int(),
  /** Number of users who will be emailed about the outcome. */
  told: z.int(),
});
export type AdminRequest = z.infer<typeof adminRequest>;

export const listAdminRequests = endpoint({
  method: 'GET',
  path: '/api/admin/requests',
  access: 'admin',
  summary: 'Returns the request list for administrators. `search` covers name, link and requester.',
  query: z.strictObject({ ...tableQuery(['priority', 'createdAt', 'votes']), status: requestStatus.optional() }),
  reply: z.object({ requests: z.array(adminRequest), pagination: listPagination }),
  fallback: 'Failed to fetch dashboard data',
});

export const decideRequest = endpoint({
  method: 'PUT',
  path: '/api/admin/requests/{id}/status',
  access: 'admin',
  summary:
    'Sets the status of a request; a fulfilled request needs a resource. Emails everyone who asked to be notified.',
  params: byId,
  body: z.strictObject({
    status: requestStatus,
    /** The status that the administrator saw. If it has changed since, the call fails with ALREADY_DECIDED. */
    was: requestStatus.optional(),
    resourceId: uuid.optional(),
    note: cleanText(REASON_MAX_CHARACTERS).trim().optional(),
  }),
  reply: adminRequest,
  problems: ['REQUEST_NOT_FOUND', 'ALREADY_DECIDED', 'FULFILLING_RESOURCE'],
  fallback: 'The decision could not be saved. Please try again.',
});

export const removeRequest = endpoint({
  method: 'DELETE',
  path: '/api/admin/requests/{id}',
  access: 'admin',
  summary: 'Removes a request from the board.',
  params: byId,
  reply: null,
  status: 204,
  problems: ['REQUEST_NOT_FOUND'],
  fallback: 'The request could not be removed. Please try again.',
});
