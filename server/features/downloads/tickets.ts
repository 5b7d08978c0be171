// Tickets: signed addresses of one download for one person or browser (product.md DL-5).
import { createHash, randomBytes } from 'node:crypto';
import { TICKET_FIRST_USE_SECONDS, TICKET_RESUME_SECONDS } from '#contract/downloads/limits.ts';
import { directDownloadPath } from '#contract/paths.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { hit, type RateLimitResult } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import { createLinkSigner } from '#server/kit/security/signed-links.ts';
import type { Caller } from '#server/platform/serve.ts';
import { isSecureSite } from '#server/platform/sessions.ts';
import { mayUsePremium, type Viewer } from '#server/platform/viewer.ts';
import type { Deps } from '../../deps.ts';
import { markBrowser, readBrowser } from './browser-mark.ts';
import { bindVersion, findFirstUse, findPackVersion, keepVersion, recordFirstUse } from './queries.ts';
import { claimOf, type DownloadTarget, limitedPerson, ticketIsOpen } from './rules.ts';

/** The address that sends the bytes, with its ticket if there is one. */
export function sendingAddress({ id, file, selection }: DownloadTarget, ticket: string | undefined): string {
  const address = directDownloadPath(id, file, selection);
  return ticket ? `${address}${address.includes('?') ? '&' : '?'}ticket=${encodeURIComponent(ticket)}` : address;
}

/** Told the version that is there now and whether all of it is asked for, answers the one that the download began with. */
export type FirstVersion = (version: string, begins: boolean) => Promise<string>;

/** Somebody as far as the limits of links and the tickets know them. */
export type PremiumPerson = Pick<Viewer, 'id' | 'role' | 'isPremium'>;

/** What the holder of a ticket begins with who is a person; others are browsers. */
const PERSON = 'u:';
const holderOf = ({ id }: { id: string }): string => PERSON + id;

/** Makes tickets and checks them. Rights are not in a ticket: they are decided anew at every request. */
export function createTickets(deps: Pick<Deps, 'config' | 'db' | 'limits' | 'log' | 'now' | 'secret'>) {
  const signer = createLinkSigner(deps.secret, 'download', deps.now);

  // Whether a ticket made for this holder is in the caller's hands. A visitor may have signed in meanwhile.
  const isHolder = (holder: string | undefined, caller: Caller): boolean =>
    holder !== undefined &&
    (holder === readBrowser(caller) || (caller.viewer !== null && holder === holderOf(caller.viewer)));

  const countLink = (person: { viewer: PremiumPerson | null; network: string }): Promise<RateLimitResult> => {
    const limit = mayUsePremium(person.viewer) ? deps.limits.downloadLinks.premium : deps.limits.downloadLinks.free;
    return hit(deps, `download link ${limitedPerson(person)}`, limit, deps.now());
  };

  const ticketed = (wanted: DownloadTarget, holder: string): string => {
    const ticket = signer.sign(
      // The last one makes each ticket another, also of the same second: a ticket stays with the version it began with.
      { resource: wanted.id, file: claimOf(wanted), holder, once: randomBytes(6).toString('base64url') },
      TICKET_FIRST_USE_SECONDS + TICKET_RESUME_SECONDS,
    );
    return sendingAddress(wanted, ticket);
  };

  return {
    // The ticketed address for this caller; marks a visitor's browser by a cookie.
    // @throws Problem TOO_MANY_REQUESTS beyond the links that a person or network may have in an hour
    async addressFor(wanted: DownloadTarget, caller: Caller): Promise<string> {
      const verdict = await countLink(caller);
      if (!verdict.allowed) {
        // Also said here for the ad page, whose refusals are drawn and not thrown.
        caller.setHeader('retry-after', String(verdict.retryAfterSeconds));
        throw new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds: verdict.retryAfterSeconds });
      }
      caller.setHeader('cache-control', 'private, no-store');
      return ticketed(wanted, caller.viewer ? holderOf(caller.viewer) : markBrowser(caller, isSecureSite(deps.config)));
    },

    // The ticketed address for a person who is answered elsewhere than in their browser: it works where they are signed in.
    // @throws Problem TOO_MANY_REQUESTS as above
    async personalAddress(wanted: DownloadTarget, person: PremiumPerson): Promise<string> {
      const { allowed, retryAfterSeconds } = await countLink({ viewer: person, network: '' });
      if (!allowed) throw new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds });
      return ticketed(wanted, holderOf(person));
    },

    // Whether a ticket of ours is for a person, who has to be signed in to use it.
    isPersonal: (ticket: string): boolean => signer.verify(ticket)?.claims.holder?.startsWith(PERSON) === true,

    // Accepts a ticket, or throws Problem TICKET_REFUSED. The first acceptance starts its 24 hours.
    // @returns what keeps the version that is sent first, and answers it ever after
    async accept(
      ticket: string,
      wanted: DownloadTarget,
      caller: Caller,
      // Asked before a ticket is used for the first time: whether a download may begin now.
      mayBegin: () => Promise<void>,
    ): Promise<FirstVersion> {
      const link = signer.verify(ticket);
      const { resource, file, holder } = link?.claims ?? {};
      if (!link || resource !== wanted.id || file !== claimOf(wanted) || !isHolder(holder, caller)) {
        throw new Problem('TICKET_REFUSED');
      }
      const ticketHash = createHash('sha256').update(ticket).digest('base64url');
      const now = deps.now();
      const firstUsedAt = await findFirstUse(deps.db, ticketHash);
      if (!ticketIsOpen({ issuedAt: link.issuedAt, firstUsedAt }, now)) throw new Problem('TICKET_REFUSED');
      if (firstUsedAt === null) {
        await mayBegin();
        await recordFirstUse(deps.db, { ticketHash, resourceId: wanted.id, now });
      }
      // A new link may be used to go on with what an older one began: that is known by the holder and the choice.
      const key = createHash('sha256')
        .update(JSON.stringify([holder, resource, file]))
        .digest('base64url');
      return async (version, begins) => {
        if (begins) await keepVersion(deps.db, { key, resourceId: wanted.id, version, now });
        const known = await findPackVersion(deps.db, ticketHash);
        if (known !== null) return known;
        const begun = begins ? version : ((await findPackVersion(deps.db, key)) ?? version);
        return begun === version ? await bindVersion(deps.db, ticketHash, version) : begun;
      };
    },
  };
}
