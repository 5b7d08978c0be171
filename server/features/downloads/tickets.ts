// Tickets: signed URLs for one download by one user or browser (product.md DL-5).
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
import {
  bindVersion,
  findCurrentVersion,
  findFirstUse,
  findPackVersion,
  keepVersion,
  recordFirstUse,
} from './queries.ts';
import { claimOf, type DownloadTarget, limitedPerson, ticketIsOpen } from './rules.ts';

/** The URL that serves the download, with the ticket if one is given. */
export function sendingAddress({ id, file, selection }: DownloadTarget, ticket: string | undefined): string {
  const address = directDownloadPath(id, file, selection);
  return ticket ? `${address}${address.includes('?') ? '&' : '?'}ticket=${encodeURIComponent(ticket)}` : address;
}

/**
 * Returns the version that the download started with. `version` is the current one; `begins` is true if the request starts at the
 * beginning of the download.
 */
export type FirstVersion = (version: string, begins: boolean) => Promise<string>;

/** User data that link limits and tickets need. */
export type PremiumPerson = Pick<Viewer, 'id' | 'role' | 'isPremium'>;

/** Prefix that marks a ticket holder as a user; holders without it are browsers. */
const PERSON = 'u:';
const holderOf = ({ id }: { id: string }): string => PERSON + id;

/** Issues and checks tickets. A ticket contains no permissions; they are checked on every request. */
export function createTickets(deps: Pick<Deps, 'config' | 'db' | 'limits' | 'log' | 'now' | 'secret'>) {
  const signer = createLinkSigner(deps.secret, 'download', deps.now);

  // Whether the caller is the holder of a ticket. Visitors may have logged in since it was issued, so both their browser and
  // their account are compared.
  const isHolder = (holder: string | undefined, caller: Caller): boolean =>
    holder !== undefined &&
    (holder === readBrowser(caller) || (caller.viewer !== null && holder === holderOf(caller.viewer)));

  const countLink = (person: { viewer: PremiumPerson | null; network: string }): Promise<RateLimitResult> => {
    const limit = mayUsePremium(person.viewer) ? deps.limits.downloadLinks.premium : deps.limits.downloadLinks.free;
    return hit(deps, `download link ${limitedPerson(person)}`, limit, deps.now());
  };

  const ticketed = async (wanted: DownloadTarget, holder: string): Promise<string> => {
    const version = String(await findCurrentVersion(deps.db, wanted.id));
    const ticket = signer.sign(
      // `once` makes each ticket unique, even within a second, because each ticket is bound to the files it started with.
      { resource: wanted.id, file: claimOf(wanted), holder, version, once: randomBytes(6).toString('base64url') },
      TICKET_FIRST_USE_SECONDS + TICKET_RESUME_SECONDS,
    );
    return sendingAddress(wanted, ticket);
  };

  return {
    // Returns the ticketed URL for this caller; sets a cookie in a visitor's browser.
    // @throws Problem TOO_MANY_REQUESTS beyond the hourly link limit of the user or network
    async addressFor(wanted: DownloadTarget, caller: Caller): Promise<string> {
      const verdict = await countLink(caller);
      if (!verdict.allowed) {
        // Also set here for the ad page, which renders errors instead of throwing them.
        caller.setHeader('retry-after', String(verdict.retryAfterSeconds));
        throw new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds: verdict.retryAfterSeconds });
      }
      caller.setHeader('cache-control', 'private, no-store');
      return await ticketed(
        wanted,
        caller.viewer ? holderOf(caller.viewer) : markBrowser(caller, isSecureSite(deps.config)),
      );
    },

    // Returns the ticketed URL for a user who receives it outside their browser; it works wherever they are logged in.
    // @throws Problem TOO_MANY_REQUESTS like `addressFor`
    async personalAddress(wanted: DownloadTarget, person: PremiumPerson): Promise<string> {
      const { allowed, retryAfterSeconds } = await countLink({ viewer: person, network: '' });
      if (!allowed) throw new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds });
      return await ticketed(wanted, holderOf(person));
    },

    // Whether a ticket is valid and was issued to a user. Only that user can use it, and only while logged in.
    isPersonal: (ticket: string): boolean => signer.verify(ticket)?.claims.holder?.startsWith(PERSON) === true,

    // Accepts a ticket, or throws Problem TICKET_REFUSED. The first use starts the 24-hour period.
    // @returns the version of the resource that the ticket was issued for (undefined for tickets of earlier releases), and a function
    //   that stores the entity tag of the first content sent, and returns it from then on
    async accept(
      ticket: string,
      wanted: DownloadTarget,
      caller: Caller,
      // Called before a ticket's first use, to check whether a download may start now.
      mayBegin: () => Promise<void>,
    ): Promise<{ version: number | undefined; firstVersion: FirstVersion }> {
      const link = signer.verify(ticket);
      const { resource, file, holder, version: issuedFor } = link?.claims ?? {};
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
      // The holder and the target identify the download, so that a new link can continue a download that an older link started.
      const key = createHash('sha256')
        .update(JSON.stringify([holder, resource, file]))
        .digest('base64url');
      const firstVersion: FirstVersion = async (version, begins) => {
        if (begins) await keepVersion(deps.db, { key, resourceId: wanted.id, version, now });
        const known = await findPackVersion(deps.db, ticketHash);
        if (known !== null) return known;
        const begun = begins ? version : ((await findPackVersion(deps.db, key)) ?? version);
        return begun === version ? await bindVersion(deps.db, ticketHash, version) : begun;
      };
      return { version: issuedFor === undefined ? undefined : Number(issuedFor), firstVersion };
    },
  };
}
