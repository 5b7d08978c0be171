// Tests reading all memberships page by page with the creator's tokens, and matching memberships to users.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applyAnswer } from '#server/features/premium/memberships/actions.ts';
import { type CampaignSite, startCampaign } from '#test/harness/campaign.ts';
import type { Person } from '#test/harness/harness.ts';

const HOUR = 3_600_000;

let site: CampaignSite;
let member: Person;

beforeAll(async () => {
  site = await startCampaign();
});
beforeEach(async () => {
  member = await site.addPerson('member');
});
afterAll(() => site.stop());

const sync = () => site.runJob('campaign.sync-members');

const change = (person: Person, columns: { email_verified_at?: null; proven_elsewhere?: boolean; deleted_at?: Date }) =>
  site.db.updateTable('users').set(columns).where('id', '=', person.id).execute();

const rowOf = (patron: string) =>
  site.db.selectFrom('patreon_members').selectAll().where('patron_id', '=', patron).executeTakeFirst();

const trades = () => site.fakes.patreon.calls.filter(({ form }) => form.grant_type === 'refresh_token').length;

const allGrants = () => site.db.selectFrom('grants').selectAll().orderBy('id').execute();

describe('a matching email', () => {
  it('grants Premium at the next full reading, and a second run changes nothing', async () => {
    site.addPatron('active', { email: member.email.toUpperCase() });
    await sync();
    expect(await site.isPremium(member)).toBe(true);
    const before = await allGrants();
    await sync();
    expect(await allGrants()).toEqual(before);
  });

  it.each([
    ['unverified', { email_verified_at: null }],
    ['verified by someone who was not signed in', { proven_elsewhere: true }],
    ['of a deleted user', { deleted_at: new Date() }],
  ])('grants nothing while it is %s', async (_name, columns) => {
    await change(member, columns);
    site.addPatron('active', { email: member.email });
    await sync();
    expect(await site.grantsOf(member)).toEqual([]);
  });

  it('grants nothing to a user linked to a different patron', async () => {
    await site.link(member, site.addPatron('follower'));
    site.addPatron('active', { email: member.email });
    await sync();
    expect(await site.isPremium(member)).toBe(false);
  });

  it('gives way to a link: one membership serves one user', async () => {
    const patron = site.addPatron('active', { email: member.email });
    await sync();
    const owner = await site.addPerson('member');
    await site.link(owner, patron);
    expect([await site.isPremium(member), await site.isPremium(owner)]).toEqual([false, true]);
    await site.unlink(owner);
    expect(await site.isPremium(owner)).toBe(false);
    await sync();
    expect(await site.isPremium(member)).toBe(true);
  });

  it('no longer counts once the user links a different patron', async () => {
    site.addPatron('active', { email: member.email });
    await sync();
    await site.link(member, site.addPatron('follower'));
    expect(await site.isPremium(member)).toBe(false);
  });
});

describe('a full reading', () => {
  it('follows the cursors through all pages', async () => {
    site.campaign.setPageSize(2);
    const patrons = Array.from({ length: 5 }, () => site.addPatron('active'));
    await sync();
    for (const patron of patrons) expect(await rowOf(patron)).toMatchObject({ patron_status: 'active_patron' });
    site.campaign.setPageSize(1000);
  });

  it('detects gone memberships, but only after reading all pages', async () => {
    const patron = site.addPatron('trial');
    await site.link(member, patron);
    site.campaign.remove(patron);
    site.fakes.patreon.misbehave('error');
    await expect(sync()).rejects.toThrow();
    expect(await site.isPremium(member)).toBe(true);
    await sync();
    expect(await site.isPremium(member)).toBe(false);
    expect((await rowOf(patron))?.gone_at).not.toBeNull();
  });

  it('waits as long as Patreon asks, then continues where it stopped', async () => {
    await site.forgetJobs();
    site.campaign.setPageSize(2);
    site.fakes.patreon.misbehave('none', 'rate-limited');
    const before = site.deps.now().getTime();
    await sync();
    const [job] = await site.waiting();
    expect(job).toMatchObject({ task: 'campaign.sync-members', payload: { cursor: expect.any(String) } });
    expect(job?.runAt.getTime()).toBeGreaterThanOrEqual(before + 9000);
    const patron = site.addPatron('active');
    await site.runWaiting();
    expect(await rowOf(patron)).toBeDefined();
    site.campaign.setPageSize(1000);
  });

  it('queries each missing membership, even if another one fails', async () => {
    const [odd, patron] = [site.addPatron('trial'), site.addPatron('trial')];
    await site.link(member, patron);
    await sync();
    const { id } = site.campaign.members.get(odd) ?? { id: '' };
    site.campaign.set(odd, 'trial', { patron_status: 'paused_patron' });
    site.campaign.remove(patron);
    await sync();
    expect(await site.isPremium(member)).toBe(false);
    const row = await rowOf(odd);
    expect([row?.member_id, row?.gone_at]).toEqual([id, null]);
    site.campaign.remove(odd);
  });

  it('by two processes concurrently creates one grant per membership', async () => {
    const beside = await site.startBeside();
    site.addPatron('active', { email: member.email });
    await Promise.all([sync(), site.runJob('campaign.sync-members', {}, beside), sync()]);
    expect(await site.grantsOf(member)).toHaveLength(1);
    await beside.stop();
  });

  it.each(['error', 'nonsense', 'no-json'] as const)(
    "during a Patreon failure (%s) changes nobody's Premium",
    async (trouble) => {
      const patron = site.addPatron('active');
      await site.link(member, patron);
      site.campaign.set(patron, 'refunded');
      site.fakes.patreon.misbehave(trouble);
      await expect(sync()).rejects.toThrow();
      expect(await site.isPremium(member)).toBe(true);
    },
  );

  it('is followed by deleting memberships that are gone and have nothing left, after a month', async () => {
    const patron = site.addPatron('trial');
    await sync();
    site.campaign.remove(patron);
    await sync();
    site.moveClock(31 * 24 * HOUR);
    for (const _turn of [1, 2]) await site.runJob('campaign.sweep');
    site.moveClock(-31 * 24 * HOUR);
    expect(await rowOf(patron)).toBeUndefined();
  });

  it('is followed by deleting memberships that are neither read nor linked, after three months', async () => {
    const [read, own] = [site.addPatron('active'), site.addPatron('active')];
    await site.link(member, own);
    await sync();
    site.moveClock(91 * 24 * HOUR);
    await site.runJob('campaign.sweep');
    site.moveClock(-91 * 24 * HOUR);
    expect([await rowOf(read), (await rowOf(own))?.patron_id]).toEqual([undefined, own]);
  });
});

describe('a change of settings', () => {
  it('recomputes every membership, including gone ones, without querying Patreon', async () => {
    const [admin, other] = [await site.addPerson('admin'), await site.addPerson('member')];
    const patron = site.addPatron('active');
    await site.link(member, patron);
    // Use a pending charge, because a paid period would count until it ends, whatever the settings.
    site.addPatron('pending', { email: other.email, tiers: [], currently_entitled_amount_cents: 100 });
    await sync();
    await site.forgetJobs();
    const put = (patreonTiers: object[]) =>
      site.call({ method: 'PATCH', url: '/api/admin/settings', payload: { patreonTiers } }, admin);
    expect((await put([{ id: '7', name: 'Seven' }])).statusCode).toBe(200);
    expect((await site.waiting()).map(({ task }) => task)).toEqual(['campaign.settle-all']);
    site.fakes.patreon.misbehave('error');
    await site.runWaiting();
    expect([await site.isPremium(member), await site.isPremium(other)]).toEqual([true, false]);
    await put([]);
    await site.runWaiting();
    expect(await site.isPremium(other)).toBe(true);
    await expect(sync()).rejects.toThrow();
  });

  it('recomputes nothing if the settings stay the same, or only tier names or their order change', async () => {
    const admin = await site.addPerson('admin');
    const put = async (payload: object): Promise<string[]> => {
      await site.forgetJobs();
      const answer = await site.call({ method: 'PATCH', url: '/api/admin/settings', payload }, admin);
      expect(answer.statusCode).toBe(200);
      return (await site.waiting()).map(({ task }) => task);
    };
    const [seven, eight] = [
      { id: '7', name: 'Seven' },
      { id: '8', name: 'Eight' },
    ];
    expect(await put({ patreonTiers: [seven, eight], monthlyPrice: 6 })).toEqual(['campaign.settle-all']);
    expect(await put({ patreonTiers: [seven, eight], monthlyPrice: 6 })).toEqual([]);
    expect(await put({ patreonTiers: [{ ...eight, name: 'VIII' }, seven] })).toEqual([]);
    expect(await put({ monthlyPrice: 5 })).toEqual(['campaign.settle-all']);
    expect(await put({ patreonTiers: [eight] })).toEqual(['campaign.settle-all']);
    expect(await put({ patreonTiers: [] })).toEqual(['campaign.settle-all']);
  });
});

describe('a reading', () => {
  it('that arrives after a newer one is ignored', async () => {
    const patron = site.addPatron('active');
    const asked = site.deps.now();
    await site.link(member, patron);
    const row = await rowOf(patron);
    const refunded = {
      memberId: row?.member_id ?? '',
      patronId: patron,
      email: null,
      patronStatus: 'active_patron',
      lastChargeStatus: 'Refunded',
      lastChargeAt: null,
      nextChargeAt: null,
      cents: 500,
      lifetimeCents: 0,
      cadenceMonths: 1,
      isFreeTrial: false,
      isGifted: false,
      tiers: [],
    } as const;
    const answer = { memberId: refunded.memberId, member: { ...refunded, tiers: [] } };
    await applyAnswer(site.deps, { ...answer, observedAt: asked });
    expect(await site.isPremium(member)).toBe(true);
    await applyAnswer(site.deps, { ...answer, observedAt: site.deps.now() });
    expect(await site.isPremium(member)).toBe(false);
  });
});

describe("the creator's token pair", () => {
  it('is refreshed when rejected, once across two processes, and survives a restart', async () => {
    await sync();
    const before = trades();
    site.fakes.patreon.grants.expireTokens();
    const beside = await site.startBeside();
    await Promise.all([sync(), site.runJob('campaign.sync-members', {}, beside)]);
    expect(trades()).toBe(before + 1);
    await beside.stop();
    const restarted = await site.startBeside();
    site.fakes.patreon.grants.expireTokens();
    // The configured refresh token is used up; only the stored one works.
    await site.runJob('campaign.sync-members', {}, restarted);
    expect(trades()).toBe(before + 2);
    await restarted.stop();
  });

  it('is stored encrypted', async () => {
    await sync();
    const row = await site.db.selectFrom('service_tokens').selectAll().executeTakeFirstOrThrow();
    expect(row.tokens.includes(Buffer.from('Token'))).toBe(false);
    const sent = site.fakes.patreon.calls.at(-1)?.headers.authorization?.replace('Bearer ', '') ?? '';
    expect([sent.length > 20, row.tokens.includes(Buffer.from(sent))]).toEqual([true, false]);
  });

  it('is replaced when a different one is configured', async () => {
    const beside = await site.startBeside({ PATREON_CREATOR_TOKEN: 'another', PATREON_CREATOR_REFRESH_TOKEN: '' });
    await site.runJob('campaign.sync-members', {}, beside);
    expect(site.fakes.patreon.calls.at(-1)?.headers.authorization).toBe('Bearer another');
    await beside.stop();
  });

  it("is optional: without it, each user's own link is read", async () => {
    const beside = await site.startBeside({ PATREON_CREATOR_TOKEN: '', PATREON_CREATOR_REFRESH_TOKEN: '' });
    const patron = site.addPatron('active');
    await site.link(member, patron);
    site.campaign.set(patron, 'refunded');
    const reread = () => site.runJob('campaign.reread-links', {}, beside);
    await reread();
    expect(await site.isPremium(member)).toBe(true);
    beside.moveClock(13 * HOUR);
    // The tokens have expired and are refreshed.
    for (const _turn of [1, 2]) await reread();
    expect((await rowOf(patron))?.last_charge_status).toBe('Refunded');
    // Ask the process that read the membership, because the other process has a different clock.
    const reply = await beside.call({ method: 'GET', url: '/api/auth/me' }, member);
    expect(reply.json().role).toBe('USER');
    await beside.stop();
  });
});
