// The fake campaign's memberships. All responses and messages of the fake are generated from them.

import { createHmac } from 'node:crypto';
import { DAY_MS } from '#contract/durations.ts';
import { receivePatreonHook } from '#contract/premium/webhooks.ts';
import type { FakePerson } from './oauth-grants.fake.ts';

export const CAMPAIGN_ID = '11539233';
export const TIER_ID = '21926235';
export const WEBHOOK_SECRET = 'patreon-webhook-secret';

/** A membership with the field names from Patreon's API. Dates are ISO strings. */
export type FakeAttributes = {
  patron_status: string | null;
  last_charge_status: string | null;
  last_charge_date: string | null;
  next_charge_date: string | null;
  currently_entitled_amount_cents: number;
  will_pay_amount_cents: number;
  campaign_lifetime_support_cents: number;
  pledge_cadence: number | null;
  is_free_trial: boolean;
  is_gifted: boolean;
};

export type FakeMember = FakeAttributes & { id: string; campaign: string; tiers: string[] };

const dayFrom = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().replace('Z', '+00:00');

type Standing = Omit<FakeMember, 'id' | 'campaign'>;

const paid = (): Standing => ({
  patron_status: 'active_patron',
  last_charge_status: 'Paid',
  last_charge_date: dayFrom(-10),
  next_charge_date: dayFrom(20),
  currently_entitled_amount_cents: 500,
  will_pay_amount_cents: 500,
  campaign_lifetime_support_cents: 500,
  pledge_cadence: 1,
  is_free_trial: false,
  is_gifted: false,
  tiers: [TIER_ID],
});

const unpaid = (): Standing => ({
  ...paid(),
  last_charge_status: null,
  last_charge_date: null,
  next_charge_date: null,
  currently_entitled_amount_cents: 0,
  campaign_lifetime_support_cents: 0,
  pledge_cadence: null,
});

/** Membership states, as captured from Patreon's live messages. States that were not captured follow Patreon's documentation. */
const states = {
  active: paid,
  'own-choice': () => ({ ...paid(), tiers: [] }),
  pending: () => ({ ...paid(), last_charge_status: 'Pending', last_charge_date: dayFrom(0) }),
  trial: () => ({ ...unpaid(), currently_entitled_amount_cents: 100, is_free_trial: true, tiers: [] }),
  gifted: () => ({ ...unpaid(), will_pay_amount_cents: 0, pledge_cadence: 1, is_gifted: true }),
  declined: () => ({
    ...paid(),
    patron_status: 'declined_patron',
    last_charge_status: 'Declined',
    last_charge_date: dayFrom(-1),
    currently_entitled_amount_cents: 0,
    tiers: [],
  }),
  // The entitlement ends immediately; only the next charge date still shows the end of the paid period.
  cancelled: () => ({
    ...paid(),
    patron_status: 'former_patron',
    last_charge_status: 'Deleted',
    currently_entitled_amount_cents: 0,
    will_pay_amount_cents: 0,
    tiers: [],
  }),
  refunded: () => ({ ...paid(), last_charge_status: 'Refunded' }),
  fraud: () => ({ ...paid(), last_charge_status: 'Fraud' }),
  follower: () => ({ ...unpaid(), patron_status: null, will_pay_amount_cents: 0, tiers: [] }),
} satisfies Record<string, () => Standing>;

export type FakeState = keyof typeof states;
export const fakeStates = Object.keys(states) as FakeState[];

export const FAKE_EVENTS = [
  'members:create',
  'members:update',
  'members:delete',
  'members:pledge:create',
  'members:pledge:update',
  'members:pledge:delete',
];

type Fields = (type: string) => readonly string[];

/** Returns only the requested fields. */
export function asked(fields: readonly string[], attributes: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => fields.includes(name)));
}

export function createFakeMembers(people: readonly FakePerson[]) {
  // Memberships by the person's ID at Patreon.
  const members = new Map<string, FakeMember>();

  const set = (patronId: string, state: FakeState, changes: Partial<FakeMember> = {}): FakeMember => {
    const member = {
      id: `38c264ba-0612-4bb9-bc33-${patronId.padStart(12, '0')}`,
      campaign: CAMPAIGN_ID,
      ...states[state](),
      ...changes,
    };
    members.set(patronId, member);
    return member;
  };
  for (const { subject, cents } of people) {
    if (cents) set(subject, 'active', { currently_entitled_amount_cents: cents });
  }

  const personOf = (patronId: string) => people.find(({ subject }) => subject === patronId);

  // One membership as an API resource; `fields` selects the attributes to include.
  const resourceOf = (patronId: string, member: FakeMember, fields: Fields | null) => {
    const { id, campaign, tiers, ...attributes } = member;
    const person = personOf(patronId);
    const all = { ...attributes, email: person?.email ?? null, full_name: person?.name ?? null };
    return {
      type: 'member',
      id,
      attributes: fields ? asked(fields('member'), all) : all,
      relationships: {
        campaign: { data: { type: 'campaign', id: campaign } },
        currently_entitled_tiers: { data: tiers.map((tier) => ({ type: 'tier', id: tier })) },
        user: { data: { type: 'user', id: patronId } },
      },
    };
  };

  const included = (member: FakeMember, fields: Fields | null) => [
    ...member.tiers.map((tier) => {
      const all = { title: 'Premium', amount_cents: 500 };
      return { type: 'tier', id: tier, attributes: fields ? asked(fields('tier'), all) : all };
    }),
    { type: 'campaign', id: member.campaign, attributes: {} },
  ];

  // A signed webhook message about a member, as a request to the site.
  const hook = (event: string, patronId: string) => {
    const member = members.get(patronId);
    if (!member) throw new Error(`there is no member with the id ${patronId}`);
    const payload = JSON.stringify({
      data: resourceOf(patronId, member, null),
      included: [
        ...included(member, null),
        { type: 'user', id: patronId, attributes: { full_name: personOf(patronId)?.name ?? null } },
      ],
      links: { self: `https://www.patreon.com/api/oauth2/v2/members/${member.id}` },
    });
    return signed(event, payload);
  };

  // Signs a payload like Patreon signs its messages.
  const signed = (event: string, payload: string) => ({
    method: 'POST' as const,
    url: receivePatreonHook.path,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Patreon HTTP Robot',
      'x-patreon-event': event,
      'x-patreon-signature': createHmac('md5', WEBHOOK_SECRET).update(payload).digest('hex'),
    },
    payload,
  });

  return {
    members,
    // Sets a membership to a state; `changes` overrides fields by their API names.
    set,
    remove: (patronId: string) => void members.delete(patronId),
    findById: (id: string) => [...members].find(([, member]) => member.id === id),
    resourceOf,
    included,
    hook,
    signed,
  };
}

export type FakeMembers = ReturnType<typeof createFakeMembers>;
