// Messages about an upload, between its creator and the reviewers.
import { z } from 'zod';
import { endpoint, timestamp, uuid } from '#contract/http.ts';
import { UPLOAD_MESSAGE_MAX_CHARACTERS } from './limits.ts';
import { said } from './sessions.ts';

const idParams = z.strictObject({ id: uuid });

export const uploadMessage = z.object({
  id: uuid,
  /** Plain text. */
  text: z.string(),
  /** Username; null if the account was deleted. */
  author: z.string().nullable(),
  isByReviewer: z.boolean(),
  createdAt: timestamp,
});
export type UploadMessage = z.infer<typeof uploadMessage>;

const messages = z.object({
  /** Oldest first. */
  messages: z.array(uploadMessage),
  /** Whether there are as many messages as an upload can have. */
  isFull: z.boolean(),
});
export type UploadMessages = z.infer<typeof messages>;

export const listUploadMessages = endpoint({
  method: 'GET',
  path: '/api/uploads/{id}/messages',
  access: 'owner',
  scope: 'read',
  summary: 'Lists the messages about an upload, oldest first. Available only to its creator and admins.',
  params: idParams,
  reply: messages,
  problems: ['RESOURCE_NOT_FOUND'],
  fallback: 'Failed to load data',
});

export const addUploadMessage = endpoint({
  method: 'POST',
  path: '/api/uploads/{id}/messages',
  access: 'owner',
  scope: 'uploads',
  summary: 'Adds a message about an upload. Its creator or the reviewers are notified.',
  params: idParams,
  body: z.strictObject({ text: said(UPLOAD_MESSAGE_MAX_CHARACTERS) }),
  reply: messages,
  status: 201,
  problems: ['RESOURCE_NOT_FOUND', 'UPLOAD_MESSAGES_FULL'],
  fallback: 'Your message could not be sent. Please try again.',
});
