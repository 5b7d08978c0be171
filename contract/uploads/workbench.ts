// The review workbench: one pending upload at a time, locked to one administrator, and what its creator knows of the queue.
import { z } from 'zod';
import { endpoint, timestamp, uuid } from '#contract/http.ts';
import { adminUploadDetail } from './review.ts';
import { uploadStatus } from './sessions.ts';

const idParams = z.strictObject({ id: uuid });

/** Who is reviewing an upload, and until when if they don't renew it. */
export const reviewLock = z.object({ reviewer: z.string(), isYours: z.boolean(), until: timestamp });
export type ReviewLock = z.infer<typeof reviewLock>;

const queue = {
  /** Place in the queue, oldest first; null if the upload isn't waiting. */
  position: z.int().nullable(),
  /** Number of uploads that wait. */
  waiting: z.int(),
  /** Median wait of the latest decisions; null if there are too few. */
  usualWaitMinutes: z.int().nullable(),
};

export const reviewItem = z.object({
  ...queue,
  upload: adminUploadDetail,
  /** Null if nobody is reviewing the upload. */
  lock: reviewLock.nullable(),
  /** Other uploads with the same files, most files in common first, at most 20. */
  duplicates: z.array(
    z.object({
      id: uuid,
      title: z.string(),
      creator: z.string(),
      status: uploadStatus,
      /** Number of files in common, and one of them. */
      files: z.int(),
      path: z.string(),
    }),
  ),
  creator: z.object({
    memberSince: timestamp,
    /** Decisions on all of the creator's uploads. */
    approved: z.int(),
    rejected: z.int(),
    /** Reports about the creator and their uploads, and how many of them are open. */
    reports: z.int(),
    openReports: z.int(),
  }),
});
export type ReviewItem = z.infer<typeof reviewItem>;

export const findNextReview = endpoint({
  method: 'GET',
  path: '/api/admin/review',
  access: 'admin',
  summary:
    'Returns the upload to review next: the oldest pending one that nobody else is reviewing. `after` skips to the one after it, and starts over at the end.',
  query: z.strictObject({ after: uuid.optional() }),
  reply: z.object({
    /** Null if no upload is left to review. */
    id: uuid.nullable(),
    waiting: z.int(),
  }),
  fallback: 'Failed to load data',
});

export const getReviewItem = endpoint({
  method: 'GET',
  path: '/api/admin/review/{id}',
  access: 'admin',
  summary: 'Returns what a decision on an upload needs: details, findings, duplicates and the history of its creator.',
  params: idParams,
  reply: reviewItem,
  problems: ['RESOURCE_NOT_FOUND'],
  fallback: 'Failed to load data',
});

export const holdReview = endpoint({
  method: 'PUT',
  path: '/api/admin/review/{id}/lock',
  access: 'admin',
  summary:
    'Locks a pending upload to you for 5 minutes, or renews your lock. If someone else holds it, the reply says who. Nobody else can decide on a locked upload.',
  params: idParams,
  body: z.strictObject({}).optional(),
  reply: z.object({ lock: reviewLock.nullable(), status: uploadStatus }),
  problems: ['RESOURCE_NOT_FOUND'],
  fallback: 'The upload could not be locked. Please try again.',
});

export const releaseReview = endpoint({
  method: 'DELETE',
  path: '/api/admin/review/{id}/lock',
  access: 'admin',
  summary: 'Ends your lock on an upload. Does nothing if you have none.',
  params: idParams,
  reply: null,
  status: 204,
  fallback: 'The upload could not be released. Please try again.',
});

export const ownReview = z.object({
  ...queue,
  /** The latest decision by a person; null before the first one. */
  decision: z
    .object({
      status: uploadStatus,
      reason: z.string().nullable(),
      /** Username; null if the account was deleted. */
      decidedBy: z.string().nullable(),
      decidedAt: timestamp,
    })
    .nullable(),
});
export type OwnReview = z.infer<typeof ownReview>;

export const getOwnReview = endpoint({
  method: 'GET',
  path: '/api/uploads/{id}/review',
  access: 'owner',
  scope: 'read',
  summary:
    'Returns the place of your upload in the review queue, the usual wait in minutes, and the latest decision with its reason.',
  params: idParams,
  reply: ownReview,
  problems: ['RESOURCE_NOT_FOUND'],
  fallback: 'Failed to load data',
});
