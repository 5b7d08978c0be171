import { MOST_COUNTED_HITS } from '#contract/limits.ts';
import * as contract from '#contract/requests/api.ts';
import { REQUEST_STATUSES, REQUESTS_PER_PAGE } from '#contract/requests/limits.ts';
import { findAlike, findAlikeResources } from '#server/features/requests/similar/queries.ts';
import { readResourcePage, thumbnailUrl } from '#server/features/resources/public.ts';
import { readListCounts } from '#server/kit/db/list-counts.ts';
import { paginate } from '#server/kit/db/pagination.ts';
import { readDirection, readSearch } from '#server/kit/http/list-query.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { answer, answerExchange, type Call, type Route } from '#server/platform/serve.ts';
import { signedIn } from '#server/platform/viewer.ts';
import type { Deps } from '../../deps.ts';
import * as actions from './actions.ts';
import * as queries from './queries.ts';
import { isRefusedLink } from './refused-links.ts';
import { isOwnLink, MESSAGES, parseRequestedLink, presentRequest, type RequestedLink, readName } from './rules.ts';

/** Minimum name length for suggestions; shorter names match too much. */
const LEAST_CHARACTERS = 3;

const refuseLink = (sentence: string): Problem => new Problem('BAD_INPUT', { fields: { resourceLink: sentence } });

export function requestRoutes(deps: Deps): Route[] {
  const { db } = deps;

  const readerOf = ({ viewer }: Pick<Call, 'viewer'>): queries.Reader => ({ id: viewer?.id ?? null, now: deps.now() });

  // @throws Problem BAD_INPUT, REQUEST_LINK_REFUSED
  const demandLink = (text: string): RequestedLink => {
    if (isRefusedLink(text)) throw new Problem('REQUEST_LINK_REFUSED');
    const link = parseRequestedLink(text);
    if (!link) throw refuseLink('Enter a link that begins with http:// or https://.');
    if (isOwnLink(link, deps.publicUrl()))
      throw refuseLink('This link points to our own site. Link to the original page instead.');
    if (!deps.outgoing.isAllowed(link.url)) throw refuseLink('Enter a link to a public website.');
    return link;
  };

  // @throws Problem BAD_INPUT
  const demandName = (text: string): string => {
    const name = readName(text);
    if (name === null) throw new Problem('BAD_INPUT', { fields: { resourceName: 'Enter a name.' } });
    return name;
  };

  const findRequest = async (id: string, reader: queries.Reader): Promise<contract.ResourceRequest> => {
    const row = await queries.findRequest(db, id, reader);
    if (!row) throw new Problem('REQUEST_NOT_FOUND');
    return presentRequest(row);
  };

  const standing = async (id: string, call: Pick<Call, 'viewer'>) => {
    const { votes, isPremium, voted, tells } = await findRequest(id, readerOf(call));
    return { votes, isPremium, voted, tells };
  };

  return [
    answerExchange(contract.createRequest, async ({ body, viewer }, { reply }) => {
      const person = signedIn(viewer);
      const link = demandLink(body.resourceLink);
      const name = demandName(body.resourceName);
      const { id, kind } = await actions.askForResource(deps, { name, link, person });
      const request = await findRequest(id, readerOf({ viewer }));
      if (kind !== 'created') {
        const warning: contract.RequestOutcome = { status: 'warning', message: MESSAGES[kind], request };
        return void (await reply.code(200).send(warning));
      }
      const now = deps.now();
      const nextAt = await actions.findNextRequestAt(db, person.id, deps.limits.resourceRequests, now);
      const { ogData } = request;
      const made: contract.RequestOutcome = {
        status: 'success',
        message: request.tells ? MESSAGES.created : MESSAGES.createdUntold,
        ogData,
        request,
        nextAt: (nextAt ?? now).toISOString(),
      };
      return made;
    }),

    answer(contract.listRequests, async ({ query, viewer }) => {
      const page = readResourcePage(query, REQUESTS_PER_PAGE);
      const filter = {
        status: query.status,
        search: readSearch(query.search),
        mine: query.mine === 'true' ? (viewer?.id ?? null) : undefined,
      };
      const known = await readListCounts(db, 'resource_requests');
      const counts = Object.fromEntries(REQUEST_STATUSES.map((status) => [status, known[status] ?? 0])) as Record<
        contract.RequestStatus,
        number
      >;
      // Visitors have no requests of their own.
      if (filter.mine === null) return { requests: [], pagination: paginate(0, page), counts };
      const asked = { ...filter, mine: filter.mine };
      const total =
        asked.search || asked.mine
          ? await queries.countRequestsFound(db, asked, MOST_COUNTED_HITS)
          : Math.min(
              asked.status ? counts[asked.status] : Object.values(counts).reduce((sum, count) => sum + count, 0),
              MOST_COUNTED_HITS,
            );
      const isByTime = query.sort === 'newest' || query.sort === 'oldest';
      const order = isByTime ? ('newest' as const) : ('board' as const);
      const direction = readDirection(query.sort);
      const rows =
        page.offset < total
          ? await queries.findBoard(db, asked, { ...page, order, direction }, readerOf({ viewer }))
          : [];
      return { requests: rows.map(presentRequest), pagination: paginate(total, page), counts };
    }),

    answer(contract.getRequestWait, async ({ viewer, setHeader }) => {
      setHeader('cache-control', 'private, no-store');
      const { id } = signedIn(viewer);
      const now = deps.now();
      const nextAt = await actions.findNextRequestAt(db, id, deps.limits.resourceRequests, now);
      const waitMs = nextAt ? Math.max(0, nextAt.getTime() - now.getTime()) : 0;
      return { nextAt: nextAt?.toISOString() ?? null, waitSeconds: Math.ceil(waitMs / 1000) };
    }),

    answer(contract.findSimilar, async ({ query, viewer }) => {
      const name = readName(query.name) ?? '';
      if (name.length < LEAST_CHARACTERS) return { requests: [], resources: [] };
      const [requests, resources] = await Promise.all([
        findAlike(db, name, readerOf({ viewer })),
        findAlikeResources(db, name),
      ]);
      return {
        requests: requests.map(presentRequest),
        resources: resources.map(({ thumbnailKey, ...row }) => ({
          ...row,
          thumbnail: thumbnailUrl(thumbnailKey, 320),
        })),
      };
    }),

    answer(contract.voteForRequest, async (call) => {
      const { id } = call.params;
      await actions.vote(deps, { id, person: signedIn(call.viewer), tells: call.body?.tells });
      return standing(id, call);
    }),

    answer(contract.takeVoteBack, async (call) => {
      const { id } = call.params;
      await actions.takeVoteBack(deps, { id, person: signedIn(call.viewer) });
      return standing(id, call);
    }),
  ];
}
