// API calls for messages about an upload.
import { apiCall } from '#client/kit/data/call.ts';
import { type Read, read } from '#client/kit/data/query.ts';
import type * as contract from '#contract/uploads/messages.ts';

const listUploadMessages = apiCall<typeof contract.listUploadMessages>({
  method: 'GET',
  path: '/api/uploads/{id}/messages',
  fallback: 'Failed to load data',
});

export const addUploadMessage = apiCall<typeof contract.addUploadMessage>({
  method: 'POST',
  path: '/api/uploads/{id}/messages',
  fallback: 'Your message could not be sent. Please try again.',
});

/** Query for the messages about an upload. */
export function messagesRead(id: string): Read<contract.UploadMessages> {
  return read(listUploadMessages, { params: { id } });
}
