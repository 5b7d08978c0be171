import * as contract from '#contract/downloads/api.ts';
import { adPagePath, downloadPath, resourcePath } from '#contract/paths.ts';
import type { ShownAd } from '#server/features/downloads/ads/queries.ts';
import { imageUrlOf } from '#server/features/downloads/ads/rules.ts';
import { maySee } from '#server/features/resources/public.ts';
import { isNavigation } from '#server/kit/http/navigation.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { createPersonSlots } from '#server/kit/jobs/person-slots.ts';
import { requireOpenSite } from '#server/platform/maintenance.ts';
import { answer, answerExchange, type Caller, type Exchange, type Route } from '#server/platform/serve.ts';
import type { SiteSettings } from '#server/platform/settings.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import type { Deps } from '../../deps.ts';
import { noteDownload } from './actions.ts';
import { type Choice, createChoices } from './choices.ts';
import { type Downloadable, findDownloadable } from './queries.ts';
import {
  countedPerson,
  type DownloadMethod,
  type DownloadTarget,
  decideDirectMethod,
  decideMethod,
  limitedPerson,
  readDestination,
  shownFileName,
} from './rules.ts';
import { createSender, type SendingHooks } from './sending.ts';
import { createTickets, sendingAddress } from './tickets.ts';

/** Retry delay suggested to callers with too many concurrent downloads. */
const STREAM_RETRY_SECONDS = 10;

/** Throws if the download is refused; otherwise returns the method with a narrowed type. */
const allowed = <W extends DownloadMethod>(way: W): Extract<W, 'ads' | 'direct'> => {
  if (way === 'PREMIUM_SIGN_IN' || way === 'PREMIUM_REQUIRED') throw new Problem(way);
  return way as Extract<W, 'ads' | 'direct'>;
};

/** The download target in a URL, without other parameters. */
const wantedOf = ({ id }: { id: string }, { file, selection }: Omit<DownloadTarget, 'id'>): DownloadTarget => ({
  id,
  file,
  selection,
});

type Ads = {
  /** An active advertisement, or null if no advertisement is active. */
  choose(): Promise<ShownAd | null>;
  count(id: string, what: 'impressions'): void;
};

export function downloadRoutes(deps: Deps & { ads: Ads }): Route[] {
  const { db } = deps;
  const tickets = createTickets(deps);
  const choices = createChoices(deps);
  const send = createSender(deps);
  const slots = createPersonSlots(deps.limits.downloadStreams);

  const findResource = async (id: string, viewer: Viewer | null): Promise<Downloadable> => {
    const resource = await findDownloadable(db, id);
    if (!resource || !maySee(resource, viewer)) throw new Problem('RESOURCE_NOT_FOUND');
    return resource;
  };

  const premiumAddress = async (asked: DownloadTarget, caller: Caller) => {
    const resource = await findResource(asked.id, caller.viewer);
    allowed(decideDirectMethod(resource, caller.viewer));
    const { wanted } = await choices.find(asked, resource);
    return { directUrl: await tickets.addressFor(wanted, caller) };
  };

  // Handles requests without a ticket. Browsers are redirected to get one, and other clients are refused.
  const leadToTicket = async (
    way: 'ads' | 'direct',
    wanted: DownloadTarget,
    caller: Caller,
    { request, reply }: Exchange,
  ) => {
    if (!isNavigation(request)) throw new Problem('TICKET_REFUSED');
    const address =
      way === 'ads' ? adPagePath(wanted.id, wanted.file, wanted.selection) : await tickets.addressFor(wanted, caller);
    reply.header('cache-control', 'no-store').redirect(address, 302);
  };

  const sendTo = async (
    choice: Choice,
    resource: Downloadable,
    firstVersion: SendingHooks['firstVersion'],
    caller: Caller,
    exchange: Exchange,
  ): Promise<void> => {
    const release = exchange.request.method === 'GET' ? slots.take(limitedPerson(caller)) : () => {};
    if (!release) throw new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds: STREAM_RETRY_SECONDS });
    try {
      await send(choices.parcelOf(choice, resource), exchange, {
        firstVersion,
        onFirstByte: (content) =>
          noteDownload(
            deps,
            {
              resourceId: resource.id,
              title: resource.title,
              userId: caller.viewer?.id ?? null,
              person: countedPerson(caller),
              file: choice.wanted.file,
              at: deps.now(),
            },
            { choice, resource, content, viewer: caller.viewer },
          ),
      });
    } finally {
      release();
    }
  };

  // Picks the ad page's advertisement and counts the impression. If no advertisement is active, returns the house ad for Premium
  // (product.md DL-4).
  const chooseAd = async ({ houseAdTitle, houseAdText }: SiteSettings): Promise<contract.AdOffer['ad']> => {
    const chosen = await deps.ads.choose();
    if (!chosen) {
      const house = { title: houseAdTitle, text: houseAdText, action: 'Upgrade to Premium', href: '/premium' };
      return { id: null, ...house, imageUrl: null };
    }
    const { id, title, text, action, link, imageKey } = chosen;
    deps.ads.count(id, 'impressions');
    return { id, title, text, action, href: link, imageUrl: imageUrlOf(imageKey) };
  };

  // Whether a personal link was opened in a browser where its user is not logged in, for example by clicking it in a chat.
  const needsSignIn = (ticket: string, { viewer, suspended }: Caller, { request }: Exchange): boolean =>
    viewer === null && !suspended && isNavigation(request) && tickets.isPersonal(ticket);

  // After logging in, the user returns to the resource's page, because a login cannot redirect to a download.
  const leadToSignIn = ({ id }: DownloadTarget, { reply }: Exchange): void => {
    reply
      .header('cache-control', 'no-store')
      .redirect(`/login?${new URLSearchParams({ next: resourcePath(id) })}`, 302);
  };

  const sendAsked = async (asked: DownloadTarget, ticket: string | undefined, caller: Caller, exchange: Exchange) => {
    const mayBegin = () => requireOpenSite(deps, caller.viewer);
    if (ticket && needsSignIn(ticket, caller, exchange)) return leadToSignIn(asked, exchange);
    if (!ticket) await mayBegin();
    const resource = await findResource(asked.id, caller.viewer);
    const way = allowed(decideMethod(resource, caller.viewer));
    if (!ticket) return await leadToTicket(way, asked, caller, exchange);
    const { firstVersion, version } = await tickets.accept(ticket, asked, caller, mayBegin);
    await sendTo(await choices.find(asked, resource, { version }), resource, firstVersion, caller, exchange);
  };

  return [
    answer(contract.getDownloadUrl, async ({ params, query, ...caller }) => {
      const resource = await findResource(params.id, caller.viewer);
      const way = allowed(decideMethod(resource, caller.viewer));
      const { wanted } = await choices.find({ ...query, id: params.id }, resource);
      const { id, file, selection } = wanted;
      return {
        downloadUrl: way === 'ads' ? downloadPath(id, file, selection) : await tickets.addressFor(wanted, caller),
      };
    }),

    answer(contract.makeSelection, async ({ params, body, ...caller }) => {
      await findResource(params.id, caller.viewer);
      return await choices.keep(params.id, body, caller);
    }),

    answer(contract.getPremiumDownload, ({ params, ...caller }) => premiumAddress({ id: params.id }, caller)),
    answer(contract.getPremiumFileDownload, ({ params, query, ...caller }) =>
      premiumAddress({ ...query, id: params.id }, caller),
    ),

    answer(contract.getAdOffer, async ({ query, ...caller }) => {
      const asked = readDestination(query.destination);
      if (!asked) throw new Problem('DESTINATION_REFUSED');
      const resource = await findResource(asked.id, caller.viewer);
      const way = allowed(decideMethod(resource, caller.viewer));
      const { wanted } = await choices.find(asked, resource);
      const settings = await deps.settings.get();
      return {
        directUrl: await tickets.addressFor(wanted, caller),
        filename: shownFileName(query.filename),
        countdownSeconds: settings.adCountdownSeconds,
        ad: way === 'ads' ? await chooseAd(settings) : null,
      };
    }),

    answerExchange(contract.sendDownload, async ({ params, query, ...caller }, exchange) => {
      await sendAsked(wantedOf(params, query), query.ticket, caller, exchange);
      return undefined;
    }),

    answerExchange(contract.sendUploadDownload, async ({ params, query, ...caller }, exchange) => {
      const wanted = wantedOf(params, query);
      // Errors are shown as pages only outside /api, so browsers are redirected to a download URL outside /api.
      if (isNavigation(exchange.request)) exchange.reply.redirect(sendingAddress(wanted, query.ticket), 302);
      else await sendAsked(wanted, query.ticket, caller, exchange);
      return undefined;
    }),

    answerExchange(contract.openUploadDownload, async ({ params, query }, { reply }) => {
      reply.redirect(downloadPath(params.id, query.file, query.selection), 302);
      return undefined;
    }),
  ];
}
