import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { pagePatterns } from '#contract/paths.ts';
import { isLoopbackName } from '../../kit/loopback.ts';

/** Addresses are compared without regard to case (database: stored in lower case). */
export const foldEmail = (email: string): string => email.toLowerCase();

/** Names a mailbox in a counter without keeping the address there. */
export const counterNameOf = (email: string): string =>
  createHash('sha256').update(foldEmail(email)).digest('base64url').slice(0, 22);

const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

const hostNameOf = (authority: string): string => authority.replace(/:\d+$/, '').toLowerCase();

const isLoopbackAddress = (address: string): boolean =>
  /^(?:::1|(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3})$/.test(address);

/**
 * Whether a request was made on this machine, for this machine: the only place where demo accounts may sign in. A front
 * server betrays itself by its headers, another name by Host or Origin, and another machine by its address, which
 * no header can change.
 */
export const isFromThisMachine = (request: { headers: IncomingHttpHeaders; remoteAddress: string }): boolean => {
  const { headers, remoteAddress } = request;
  if (!isLoopbackAddress(remoteAddress)) return false;
  if (FORWARDED.some((name) => headers[name] !== undefined)) return false;
  if (!isLoopbackName(hostNameOf(headers.host ?? ''))) return false;
  if (headers.origin === undefined) return true;
  return URL.canParse(headers.origin) && isLoopbackName(new URL(headers.origin).hostname);
};

/** Whether a suspension holds at a time. Without an end it holds until it is lifted. */
export const isSuspended = (person: { suspendedAt: Date | null; suspendedUntil: Date | null }, now: Date): boolean =>
  person.suspendedAt !== null && (person.suspendedUntil === null || person.suspendedUntil > now);

const taken = new Set(pagePatterns.map((pattern) => pattern.split('/')[1] ?? ''));

/** A username for an administrator made by command: from the address, never a page's first segment. */
export const adminUsername = (email: string): string => {
  const local = foldEmail(email).split('@')[0] ?? '';
  const plain = local
    .replaceAll(/[^a-z0-9_-]/g, '')
    .replaceAll(/^[_-]+|[_-]+$/g, '')
    .slice(0, 20)
    .replace(/[_-]+$/, '');
  const usable = plain.length >= 3 && !/^\d+$/.test(plain) && !taken.has(plain);
  return usable ? plain : `site-${plain || 'admin'}`;
};
