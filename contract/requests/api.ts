// Requests of resources: asking for one, the public board with its votes, and what administrators decide (product.md RQ).
import { z } from 'zod';
import { cleanText, endpoint, pagination, timestamp, uuid } from '#contract/http.ts';
import { REASON_MAX_CHARACTERS } from '#contract/limits.ts';
import { LIST_SORTS, listPagination, listQuery, tableQuery } from '#contract/pagination.ts';
import { REQUEST_LINK_MAX_CHARACTERS, REQUEST_NAME_MAX_CHARACTERS, REQUEST_STATUSES } from './limits.ts';

const byId = z.strictObject({ id: uuid });
export const requestStatus = z.enum(REQUEST_STATUSES);
export type RequestStatus = z.infer<typeof requestStatus>;

/** What the requested address says of itself; null for what it does not say. `image` is an address of this site. */
export const ogData = z.object({
  title: z.string().nullable(),
  image: z.string().nullable(),
  /** As the page writes it: the price of the original, not of anything here. */
  price: z.string().nullable(),
  description: z.string().nullable(),
});
export type OgData = z.infer<typeof ogData>;

/** A request as everybody sees it. `voted`, `tells` and `own` are the reader's. */
export const resourceRequest = z.object({
  id: uuid,
  resourceName: z.string(),
  resourceLink: z.string(),
  ogData: ogData.nullable(),
  status: requestStatus,
  /** What the administrator wrote with the decision; '' without. */
  note: z.string(),
  /** The resource that fulfils it, while everybody may see it. */
  resource: z.object({ id: uuid, title: z.string() }).nullable(),
  /** Username; null for somebody who is gone. */
  requester: z.string().nullable(),
  votes: z.int(),
  /** Whether a Premium member asks for it: such requests come first. */
  isPremium: z.boolean(),
  voted: z.boolean(),
  /** Whether the reader is mailed what becomes of it. */
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
  /** From when on the person may ask for another one. */
  nextAt: timestamp,
});
const askedBefore = z.object({
  status: z.literal('warning'),
  message: z.string(),
  /** The request that there is already; the person's vote is counted in it. */
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
    'Asks for a resource: 201 when that is new, 200 with status "warning" when its address was asked for before.',
  body: z.strictObject({
    resourceName: cleanText(REQUEST_NAME_MAX_CHARACTERS).trim().min(1, 'Enter a name.'),
    resourceLink: cleanText(REQUEST_LINK_MAX_CHARACTERS).trim().min(1, 'Enter a link.'),
    /** Sent by older clients, and not used: the server has its own clock. */
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
  summary: 'The board of requests; those of Premium members first, then by votes.',
  query: z.strictObject({
    ...listQuery,
    status: requestStatus.optional(),
    sort: z.enum([...LIST_SORTS, 'votes']).optional(),
    /** Only what the signed-in reader asked or voted for; nothing for visitors. */
    mine: z.literal('true').optional(),
  }),
  reply: z.object({
    requests: z.array(resourceRequest),
    pagination,
    /** How many there are in each status, whatever the filter. */
    counts: z.record(requestStatus, z.int()),
  }),
  fallback: 'Failed to load data',
});

export const getRequestWait = endpoint({
  method: 'GET',
  path: '/api/requests/wait',
  access: 'member',
  scope: 'read',
  summary: 'From when on the signed-in person may ask for another resource; null for now.',
  reply: z.object({
    nextAt: timestamp.nullable(),
    /** The same as seconds from the answer on, 0 for now: a browser's clock may be wrong. */
    waitSeconds: z.int().nonnegative(),
  }),
  fallback: 'Failed to load data',
});

export const findSimilar = endpoint({
  method: 'GET',
  path: '/api/requests/similar',
  access: 'visitor',
  scope: 'read',
  summary: 'Requests and resources that a name could mean.',
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
  summary:
    'Votes for a request, once for each person however often it is sent; `tells` asks for a mail about the outcome.',
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
  summary: 'Takes the own vote back. The requester’s stays.',
  params: byId,
  reply: voteReply,
  problems: ['REQUEST_NOT_FOUND', 'REQUEST_CLOSED', 'OWN_REQUEST'],
  fallback: 'The vote could not be taken back. Please try again.',
});

/** What became of a request, for those who asked or want to be told. */
export const requestNewsLine = z.object({
  id: uuid,
  resourceName: z.string(),
  status: requestStatus,
  note: z.string(),
  /** Counts the changes of its status. */
  decision: z.int(),
  /** The resource that fulfils it, while everybody may see it. */
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
    'What became of the requests that the signed-in person made or wants to hear about: the newest first, for 30 days.',
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
  summary: 'Puts the news of a request away, up to the decision that was read.',
  params: byId,
  body: z.strictObject({ decision: z.int().positive() }),
  reply: null,
  status: 204,
  problems: ['REQUEST_NOT_FOUND'],
  fallback: 'This could not be dismissed. Please try again.',
});

const adminRequest = resourceRequest.extend({
  requesterId: uuid.nullable(),
  premiumVotes: z.int(),
  /** Who is mailed what becomes of it. */
  told: z.int(),
});
export type AdminRequest = z.infer<typeof adminRequest>;

export const listAdminRequests = endpoint({
  method: 'GET',
  path: '/api/admin/requests',
  access: 'admin',
  summary: 'Requests for whoever decides them; the search looks at name, link and requester.',
  query: z.strictObject({ ...tableQuery(['priority', 'createdAt', 'votes']), status: requestStatus.optional() }),
  reply: z.object({ requests: z.array(adminRequest), pagination: listPagination }),
  fallback: 'Failed to fetch dashboard data',
});

export const decideRequest = endpoint({
  method: 'PUT',
  path: '/api/admin/requests/{id}/status',
  access: 'admin',
  summary: 'Sets the status of a request. Fulfilled names the resource. Requester and voters are mailed.',
  params: byId,
  body: z.strictObject({
    status: requestStatus,
    /** The status that the administrator saw: ALREADY_DECIDED when it is another one by now. */
    was: requestStatus.optional(),
    resourceId: uuid.optional(),
    note: cleanText(REASON_MAX_CHARACTERS).trim().optional(),
  }),
  reply: adminRequest,
  problems: ['REQUEST_NOT_FOUND', 'ALREADY_DECIDED', 'FULFILLING_RESOURCE'],
  fallback: 'The request could not be decided. Please try again.',
});

export const removeRequest = endpoint({
  method: 'DELETE',
  path: '/api/admin/requests/{id}',
  access: 'admin',
  summary: 'Takes a request off the board.',
  params: byId,
  reply: null,
  status: 204,
  problems: ['REQUEST_NOT_FOUND'],
  fallback: 'The request could not be removed. Please try again.',
});
