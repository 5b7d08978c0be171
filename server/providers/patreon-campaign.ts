// The site's Patreon campaign and its memberships (docs.patreon.com, API v2).
import * as client from 'openid-client';
import { z } from 'zod';
import { RateLimitedError, TokenRevokedError, UnexpectedResponseError } from '#server/kit/outgoing/errors.ts';
import { type ClientOptions, type Credentials, emailText } from './oauth.ts';
import { createPatreonClient } from './patreon.ts';

/** A membership in the campaign. `cents` is the entitled amount per month. */
export type Member = {
  memberId: string;
  /** The person's ID at Patreon, which is the subject of their linked identity. */
  patronId: string;
  /** In lower case; null if Patreon does not send it. */
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
  /** IDs of the tiers that the person is entitled to. */
  tiers: string[];
};

export type MembersPage = { members: Member[]; odd: number; next: string | null };

export type Campaign = {
  /**
   * Reads a person's membership in the campaign with their own token; null if they are not a member. `elsewhere` lists the IDs of
   * their memberships in other campaigns.
   */
  membershipOf(accessToken: string): Promise<{ member: Member | null; elsewhere: string[] }>;
  /** Reads one membership with the creator's token; null if Patreon no longer knows it. */
  member(accessToken: string, memberId: string): Promise<Member | null>;
  /** Reads a page of up to 1,000 memberships with the creator's token. `odd` counts those that were skipped as malformed. */
  members(accessToken: string, cursor: string | null): Promise<MembersPage>;
};

const PAGE_MEMBERS = 1000;
/** `usual`: how long to wait if Patreon specifies no time. `most`: the longest wait accepted from Patreon. */
const WAIT_SECONDS = { usual: 60, most: 3600 };

/** Patreon only returns types and IDs unless fields are requested. */
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
    // Patreon adds new statuses from time to time. Unknown statuses grant nothing.
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
/** `pagination` is always present, so a response without it is invalid rather than the last page. */
const membersAnswer = z.object({
  // Each entry is parsed separately, so that a malformed entry does not hide the others.
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

/** Converts a membership that was read with the creator's token and includes the person. */
const creatorsMember = (resource: MemberResource): Member => {
  const patronId = resource.relationships.user?.data?.id;
  if (!patronId) throw new UnexpectedResponseError('A membership has no person.');
  return memberOf(resource, patronId);
};

/** Converts a membership from a page, like `creatorsMember`. Returns an empty array if it is malformed. */
const validMember = (resource: unknown): Member[] => {
  const { data } = memberResource.safeParse(resource);
  return data?.relationships.user?.data?.id ? [creatorsMember(data)] : [];
};

/** Interprets an error response: returns null if Patreon no longer knows the object, and throws for everything else. */
const refusalOf = async (answer: Response): Promise<null> => {
  const body = errorsAnswer.safeParse(await answer.json().catch(() => null));
  if (answer.status === 429) {
    const header = Number(answer.headers.get('retry-after') ?? Number.NaN);
    const seconds = body.data?.errors[0]?.retry_after_seconds ?? header;
    const asked = Number.isFinite(seconds) ? Math.max(seconds, 1) : WAIT_SECONDS.usual;
    throw new RateLimitedError(Math.min(asked, WAIT_SECONDS.most) * 1000);
  }
  if (answer.status === 401) throw new TokenRevokedError();
  // This error comes from Patreon itself, not from a proxy.
  if (answer.status === 404 && body.success) return null;
  const words = `The provider answered ${answer.status}.`;
  throw answer.status < 500 ? new UnexpectedResponseError(words) : new Error(words);
};

/**
 * Creates the client for the campaign; null if Patreon is not configured. Every method throws RateLimitedError if Patreon asks
 * the site to wait, TokenRevokedError if Patreon rejects the token, and other errors if a request fails in another way.
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
        // The library throws responses that have a WWW-Authenticate header, and returns all other responses.
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
      // Either the configuration or the message that named the membership is wrong. Neither means that the membership has ended.
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
      // An unknown campaign is a configuration mistake and does not mean that all memberships have ended.
      if (!told) throw new Error('Patreon does not know the campaign.');
      const members = told.data.flatMap((resource) => validMember(resource));
      const next = told.meta.pagination.cursors?.next || null;
      return { members, odd: told.data.length - members.length, next };
    },
  };
}
