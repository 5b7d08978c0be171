// Request and response headers of endpoints, except those that HTTP defines for all requests.
import type { CataloguedCall } from './catalogue.ts';

type Header = { name: string; type: string; isRequired: boolean };

const always = (name: string, type: string): Header => ({ name, type, isRequired: true });
const maybe = (name: string, type: string): Header => ({ name, type, isRequired: false });

const tus = always('Tus-Resumable', "'1.0.0'");

/** Request headers by endpoint: upload protocol, download ranges and webhook signatures. */
export const askedHeaders: Readonly<Record<string, readonly Header[]>> = {
  createUploadSession: [tus, always('Upload-Length', 'integer'), always('Upload-Metadata', 'string')],
  continueUploadSession: [tus, always('Upload-Offset', 'integer')],
  askUploadSession: [tus],
  endUploadSession: [tus],
  sendDownload: [maybe('Range', 'string'), maybe('If-Range', 'string')],
  sendUploadDownload: [maybe('Range', 'string'), maybe('If-Range', 'string')],
  receivePatreonHook: [always('X-Patreon-Signature', 'string'), always('X-Patreon-Event', 'string')],
  receiveInteraction: [always('X-Signature-Ed25519', 'string'), always('X-Signature-Timestamp', 'string')],
};

/** Response headers that a client needs for its next request, by endpoint. */
export const toldHeaders: Readonly<Record<string, readonly string[]>> = {
  createUploadSession: ['Location', 'Tus-Resumable'],
  continueUploadSession: ['Upload-Offset', 'Tus-Resumable'],
  askUploadSession: ['Upload-Offset', 'Upload-Length', 'Tus-Resumable'],
  endUploadSession: ['Tus-Resumable'],
};

export function headersOf({ id }: CataloguedCall): readonly Header[] {
  return askedHeaders[id] ?? [];
}
export function answeredHeadersOf(call: CataloguedCall): readonly string[] {
  if (call.sends === 'redirect') return ['Location'];
  // If a paginated list is returned as a bare array, its total is in this header (product.md, "List answers").
  if (call.reply?._zod.def.type === 'array' && 'page' in (call.query?.shape ?? {})) return ['X-Total-Count'];
  return toldHeaders[call.id] ?? [];
}
