// The site's Patreon campaign and its memberships (docs.patreon.com, API v2).
import * as client from 'openid-client';
import { z } from 'zod';
import { RateLimitedError, TokenRevokedError, UnexpectedResponseError } from '#server/kit/outgoing/errors.ts';
import { type ClientOptions, type Credentials, emailText } from './oauth.ts';
import { createPatreonClient } from './patreon.ts';

/** A membership of the campaign. `cents` is per month. */
export type Member = {
  memberId: string;
  /** The person's ID at Patreon, which is the subject of a linked identity. */
  patronId: string;
  /** In lower case; null when Patreon does not send it. */
  email: string | null;
  patronStatus: 'active_patron' | 'declined_patron' | 'former_patron' | null;
  lastChargeStatus: string | null;
  lastChargeAt: Date | null;
  nextChargeAt: Date | null;
  cents: number;
  lifetimeCents: number;
  cadenceMonths: number | null;
  isFreeTrial: boolean;
  isGifted: boolean;
  /** IDs of the entitled tiers. */
  tiers: string[];
};

export type MembersPage = { members: Member[]; odd: number; next: string | null };

export type Campaign = {
  /**
   * A person's membership of the campaign, read with their own token; null without one. `elsewhere` has the IDs of their
   * memberships of other campaigns.
   */
  membershipOf(accessToken: string): Promise<{ member: Member | null; elsewhere: string[] }>;
  /** One membership, read with the creator's token; null when Patreon no longer knows it. */
  member(accessToken: string, memberId: string): Promise<Member | null>;
  /** A page of up to 1,000 memberships, read with the creator's token; `odd` counts those skipped as malformed. */
  members(accessToken: string, cursor: string | null): Promise<MembersPage>;
};

const PAGE_MEMBERS = 1000;
/** Wait when Patreon gives no time, and the maximum that is accepted. */
const WAIT_SECONDS = { usual: 60, most: 3600 };

/** Patreon returns only type and ID unless fields are requested. */
const MEMBER_FIELDS = [
  'patron_status',
  'last_charge_status',
  'last_charge_date',
  'next_charge_date',
  'currently_entitled_amount_cents',
  'campaign_lifetime_support_cents',
  'pledge_cadence',
  'is_free_trial',
  'is_gifted',
  'email',
].join(',');

const id = z.string().min(1).max(64);
const moment = z
  .string()
  .nullish()
  .transform((text, context) => {
    if (!text) return null;
    const date = new Date(text);
    if (Number.isNaN(date.getTime())) context.addIssue('invalid date');
    return date;
  });
const cents = z
  .int()
  .nullish()
  .transform((amount) => amount ?? 0);
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);
const reference = z.object({ data: z.object({ id }).nullish() }).nullish();

const memberResource = z.object({
  type: z.literal('member'),
  id,
  attributes: z.object({
    patron_status: z
      .enum(['active_patron', 'declined_patron', 'former_patron'])
      .nullish()
      .transform((status) => status ?? null),
    // Patreon adds new statuses from time to time; an unknown one grants nothing.
    last_charge_status: z
      .string()
      .max(60)
      .nullish()
      .transform((status) => status ?? null),
    last_charge_date: moment,
    next_charge_date: moment,
    currently_entitled_amount_cents: cents,
    campaign_lifetime_support_cents: cents,
    pledge_cadence: z
      .int()
      .min(1)
      .max(120)
      .nullish()
      .catch(null)
      .transform((months) => months ?? null),
    is_free_trial: flag,
    is_gifted: flag,
    email: emailText,
  }),
  relationships: z.object({
    campaign: reference,
    user: reference,
    currently_entitled_tiers: z.object({ data: z.array(z.object({ id })).max(100) }).nullish(),
  }),
});
type MemberResource = z.output<typeof memberResource>;

const identityAnswer = z.object({
  data: z.object({ type: z.literal('user'), id }),
  included: z.array(z.looseObject({ type: z.string() })).default([]),
});
const memberAnswer = z.object({ data: memberResource });
/** `pagination` is always present: a response without it is invalid, not the last page. */
const membersAnswer = z.object({
  // Each is parsed separately, so that a malformed one does not hide the others.
  data: z.array(z.unknown()).max(PAGE_MEMBERS),
  meta: z.object({
    pagination: z.object({ cursors: z.object({ next: z.string().max(500).nullish() }).nullish() }),
  }),
});
const errorsAnswer = z.object({
  errors: z.array(z.looseObject({ retry_after_seconds: z.number().optional() })).min(1),
});

const memberOf = ({ id: memberId, attributes: told, relationships }: MemberResource, patronId: string): Member => ({
  memberId,
  patronId,
  email: told.email,
  patronStatus: told.patron_status,
  lastChargeStatus: told.last_charge_status,
  lastChargeAt: told.last_charge_date,
  nextChargeAt: told.next_charge_date,
  cents: told.currently_entitled_amount_cents,
  lifetimeCents: told.campaign_lifetime_support_cents,
  cadenceMonths: told.pledge_cadence,
  isFreeTrial: told.is_free_trial,
  isGifted: told.is_gifted,
  tiers: (relationships.currently_entitled_tiers?.data ?? []).map((tier) => tier.id),
});

/** A membership as the creator sees it, including the person. */
const creatorsMember = (resource: MemberResource): Member => {
  const patronId = resource.relationships.user?.data?.id;
  if (!patronId) throw new UnexpectedResponseError('A membership has no person.');
  return memberOf(resource, patronId);
};

/** The same for an entry of a page; empty when malformed. */
const oddlessMember = (resource: unknown): Member[] => {
  const { data } = memberResource.safeParse(resource);
  return data?.relationships.user?.data?.id ? [creatorsMember(data)] : [];
};

/** Interprets an error response: null when Patreon no longer knows the object. Throws for everything else. */
const refusalOf = async (answer: Response): Promise<null> => {
  const body = errorsAnswer.safeParse(await answer.json().catch(() => null));
  if (answer.status === 429) {
    const header = Number(answer.headers.get('retry-after') ?? Number.NaN);
    const seconds = body.data?.errors[0]?.retry_after_seconds ?? header;
    const asked = Number.isFinite(seconds) ? Math.max(seconds, 1) : WAIT_SECONDS.usual;
    throw new RateLimitedError(Math.min(asked, WAIT_SECONDS.most) * 1000);
  }
  if (answer.status === 401) throw new TokenRevokedError();
  // An error from Patreon itself, not from a proxy.
  if (answer.status === 404 && body.success) return null;
  const words = `The provider answered ${answer.status}.`;
  throw answer.status < 500 ? new UnexpectedResponseError(words) : new Error(words);
};

/**
 * Null when Patreon is not configured. Every call throws RateLimitedError when Patreon asks to wait, TokenRevokedError, and other
 * errors as they occur.
 */
export function createCampaign(
  { providers, campaign }: { providers: { patreon: Credentials | null }; campaign: { id: string | null } },
  options: ClientOptions,
): Campaign | null {
  if (!providers.patreon) return null;
  const { config, base } = createPatreonClient(providers.patreon, options);

  const ask = async <S extends z.ZodType>(
    accessToken: string,
    path: string,
    query: Record<string, string>,
    schema: S,
  ): Promise<z.output<S> | null> => {
    const url = new URL(`${base}/api/oauth2/v2/${path}?${new URLSearchParams(query)}`);
    const answer = await client
      .fetchProtectedResource(config, accessToken, url, 'GET')
      .catch((error: unknown): Response => {
        // The library throws responses that have a WWW-Authenticate header and returns the others.
        if (error instanceof client.WWWAuthenticateChallengeError) return error.response;
        throw error;
      });
    if (!answer.ok) return refusalOf(answer);
    const told = schema.safeParse(await answer.json());
    if (!told.success) throw new UnexpectedResponseError('The provider sent an unexpected response.');
    return told.data;
  };

  const isOurs = ({ relationships }: MemberResource): boolean =>
    campaign.id === null || relationships.campaign?.data?.id === campaign.id;

  return {
    membershipOf: async (accessToken) => {
      const told = await ask(
        accessToken,
        'identity',
        {
          include: 'memberships,memberships.campaign,memberships.currently_entitled_tiers',
          'fields[member]': MEMBER_FIELDS,
        },
        identityAnswer,
      );
      if (!told) throw new Error('Patreon does not know the owner of its own token.');
      const all = z.array(memberResource).safeParse(told.included.filter(({ type }) => type === 'member'));
      if (!all.success) throw new UnexpectedResponseError('The provider sent malformed memberships.');
      const [member, another] = all.data.filter(isOurs);
      const elsewhere = all.data.filter((resource) => !isOurs(resource)).map((resource) => resource.id);
      if (another)
        throw new UnexpectedResponseError('Cannot tell which membership belongs to this campaign without its id.');
      return { member: member ? memberOf(member, told.data.id) : null, elsewhere };
    },
    member: async (accessToken, memberId) => {
      const told = await ask(
        accessToken,
        `members/${encodeURIComponent(memberId)}`,
        { include: 'user,campaign,currently_entitled_tiers', 'fields[member]': MEMBER_FIELDS },
        memberAnswer,
      );
      // A mistake in the configuration or in the message that named it; neither ends a membership.
      if (told && !isOurs(told.data)) throw new UnexpectedResponseError('The membership belongs to another campaign.');
      return told && creatorsMember(told.data);
    },
    members: async (accessToken, cursor) => {
      const told = await ask(
        accessToken,
        `campaigns/${encodeURIComponent(campaign.id ?? '')}/members`,
        {
          include: 'user,currently_entitled_tiers',
          'fields[member]': MEMBER_FIELDS,
          'page[count]': String(PAGE_MEMBERS),
          ...(cursor === null ? {} : { 'page[cursor]': cursor }),
        },
        membersAnswer,
      );
      // An unknown campaign is a configuration mistake, not the end of all memberships.
      if (!told) throw new Error('Patreon does not know the campaign.');
      const members = told.data.flatMap((resource) => oddlessMember(resource));
      const next = told.meta.pagination.cursors?.next || null;
      return { members, odd: told.data.length - members.length, next };
    },
  };
}
