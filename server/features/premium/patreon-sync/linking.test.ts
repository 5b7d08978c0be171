// Linking Patreon grants Premium, and unlinking ends it (product.md PR-2).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CampaignSite, startCampaign } from '#test/harness/campaign.ts';
import type { Person } from '#test/harness/harness.ts';
import { mailTo } from '#test/harness/second-factor.ts';

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

const refresh = (person: Person) => site.call({ method: 'POST', url: '/api/auth/links/refresh', payload: {} }, person);

const grantByAdmin = (person: Person) =>
  site.db
    .insertInto('grants')
    .values({ user_id: person.id, source: 'admin', reference: person.id, starts_at: new Date(0), ends_at: null })
    .execute();

const daysFromNow = (days: number): string => new Date(Date.now() + days * 24 * HOUR).toISOString();

describe('linking a membership', () => {
  it.each(['active', 'own-choice', 'pending', 'trial', 'gifted'] as const)(
    'that is %s grants Premium before the browser returns',
    async (state) => {
      expect((await site.link(member, site.addPatron(state))).location).toBe('/dashboard');
      expect(await site.isPremium(member)).toBe(true);
      expect(await site.grantsOf(member)).toMatchObject([{ source: 'patreon' }]);
    },
  );

  it.each(['follower', 'refunded', 'fraud', null] as const)('that is %s grants nothing', async (state) => {
    await site.link(member, site.addPatron(state));
    expect(await site.isPremium(member)).toBe(false);
    expect(await site.grantsOf(member)).toEqual([]);
  });

  it('of another campaign grants nothing', async () => {
    await site.link(member, site.addPatron('active', { campaign: '7' }));
    expect(await site.isPremium(member)).toBe(false);
  });

  it('leaves the stored role unchanged, sends one email and records one purchase', async () => {
    await site.link(member, site.addPatron('active'));
    const row = site.db.selectFrom('users').select('role').where('id', '=', member.id);
    expect((await row.executeTakeFirstOrThrow()).role).toBe('USER');
    const subjects = (await mailTo(site, member)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes('Premium'))).toEqual(['You now have Premium']);
    const activity = site.db.selectFrom('activity').select('details').where('user_id', '=', member.id);
    expect(await activity.where('type', '=', 'PREMIUM_PURCHASE').execute()).toHaveLength(1);
  });

  it('twice changes nothing', async () => {
    const patron = site.addPatron('active');
    await site.link(member, patron);
    await site.link(member, patron);
    await refresh(member);
    expect(await site.grantsOf(member)).toHaveLength(1);
  });

  it.each(['error', 'nonsense', 'no-json', 'rate-limited'] as const)(
    'during a Patreon failure (%s) grants Premium through a later job',
    async (trouble) => {
      await site.forgetJobs();
      // Patreon returns the tokens and the name, but reading the membership fails.
      site.fakes.patreon.misbehave('none', 'none', trouble);
      expect((await site.link(member, site.addPatron('active'))).location).toBe('/dashboard');
      expect(await site.isPremium(member)).toBe(false);
      await site.runWaiting();
      expect(await site.isPremium(member)).toBe(true);
    },
  );

  it('that another user already has leaves it with that user', async () => {
    const patron = site.addPatron('active');
    await site.link(member, patron);
    const other = await site.addPerson('member');
    expect((await site.link(other, patron)).location).toContain('error=taken');
    expect([await site.isPremium(member), await site.isPremium(other)]).toEqual([true, false]);
  });

  it('works the same for suspended users', async () => {
    await site.link(member, site.addPatron('active'));
    const users = site.db.updateTable('users').where('id', '=', member.id);
    await users.set({ suspended_at: new Date() }).execute();
    await site.runJob('campaign.sync-members');
    expect(await site.grantsOf(member)).toHaveLength(1);
  });
});

describe('rereading a link', () => {
  it.each([
    ['cancelled', true],
    ['declined', true],
    ['refunded', false],
    ['fraud', false],
    ['follower', true],
  ] as const)('of a paid membership finds %s: Premium is %s', async (state, isPremium) => {
    const patron = site.addPatron('active');
    await site.link(member, patron);
    site.campaign.set(patron, state);
    await refresh(member);
    expect(await site.isPremium(member)).toBe(isPremium);
  });

  it('sends one email for a series of declined charges', async () => {
    const patron = site.addPatron('active');
    await site.link(member, patron);
    for (const last_charge_date of [-3, -2, -1, -1].map(daysFromNow)) {
      site.campaign.set(patron, 'declined', { last_charge_date });
      await refresh(member);
    }
    const subjects = (await mailTo(site, member)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes('declined'))).toHaveLength(1);
  });

  it('refreshes expired tokens', async () => {
    const patron = site.addPatron('active');
    await site.link(member, patron);
    const identity = site.db.updateTable('identities').where('user_id', '=', member.id);
    await identity.set({ tokens_expire_at: new Date(Date.now() - 1000) }).execute();
    site.campaign.set(patron, 'refunded');
    await refresh(member);
    expect(await site.isPremium(member)).toBe(false);
    const trades = site.fakes.patreon.calls.filter(({ form }) => form.grant_type === 'refresh_token');
    expect(trades.length).toBeGreaterThan(0);
  });

  it.each(['error', 'nonsense', 'no-json', 'rate-limited'] as const)(
    'during a Patreon failure (%s) neither starts nor ends Premium',
    async (trouble) => {
      const bare = await site.addPerson('member');
      const [paying, following] = [site.addPatron('active'), site.addPatron('follower')];
      await site.link(member, paying);
      await site.link(bare, following);
      site.campaign.set(paying, 'refunded');
      site.campaign.set(following, 'active');
      for (const person of [member, bare]) {
        site.fakes.patreon.misbehave(trouble, trouble);
        await refresh(person);
      }
      expect([await site.isPremium(member), await site.isPremium(bare)]).toEqual([true, false]);
    },
  );
});

describe('the end of a membership', () => {
  it("takes effect as soon as it is unlinked, and keeps the administrator's grant", async () => {
    await site.link(member, site.addPatron('active'));
    expect((await site.unlink(member)).statusCode).toBe(204);
    expect(await site.isPremium(member)).toBe(false);
    await grantByAdmin(member);
    await site.link(member, site.addPatron('active'));
    await site.unlink(member);
    expect(await site.isPremium(member)).toBe(true);
    const running = (await site.grantsOf(member)).filter(({ endsAt }) => endsAt === null);
    expect(running).toMatchObject([{ source: 'admin' }]);
  });

  it('by unlinking is reversed by linking it again while paid time is left', async () => {
    const patron = site.addPatron('active');
    await site.link(member, patron);
    site.campaign.remove(patron);
    await site.runJob('campaign.sync-members');
    expect(await site.isPremium(member)).toBe(true);
    await site.unlink(member);
    expect(await site.isPremium(member)).toBe(false);
    await site.link(member, patron);
    expect(await site.isPremium(member)).toBe(true);
  });

  it("is independent of the administrator's grant", async () => {
    await grantByAdmin(member);
    await site.link(member, site.addPatron('active'));
    const admin = await site.addPerson('admin');
    const url = `/api/admin/users/${member.id}/premium`;
    await site.call({ method: 'PUT', url, payload: { isPremium: false } }, admin);
    expect(await site.isPremium(member)).toBe(true);
  });

  it('leaves no grant when a webhook arrives during unlinking', async () => {
    const beside = await site.startBeside();
    for (let round = 0; round < 8; round += 1) {
      const patron = site.addPatron('active');
      await site.link(member, patron);
      const memberId = site.campaign.members.get(patron)?.id;
      await Promise.all([
        site.runJob('campaign.read-member', { memberId, patronId: patron }, beside),
        site.unlink(member),
        site.runJob('campaign.read-member', { memberId, patronId: patron }),
      ]);
      expect(await site.isPremium(member)).toBe(false);
    }
    await beside.stop();
  });

  it('takes effect on the next request when its lease expires, without any job', async () => {
    const nextCharge = new Date(Date.now() + 30 * HOUR).toISOString();
    await site.link(member, site.addPatron('active', { next_charge_date: nextCharge, last_charge_date: null }));
    // From here on, Patreon is unreachable: first for less than three days past the due date, then for more than three.
    site.moveClock(30 * HOUR + 71 * HOUR);
    expect(await site.isPremium(member)).toBe(true);
    site.moveClock(2 * HOUR);
    expect(await site.isPremium(member)).toBe(false);
    site.moveClock(-103 * HOUR);
  });

  it('comes four days after the last confirmation of a trial', async () => {
    await site.link(member, site.addPatron('trial'));
    site.moveClock(95 * HOUR);
    expect(await site.isPremium(member)).toBe(true);
    site.moveClock(2 * HOUR);
    expect(await site.isPremium(member)).toBe(false);
    site.moveClock(-97 * HOUR);
  });

  it.each([3 * HOUR, 40 * 24 * HOUR])('is not caused by a clock that was %i ms ahead or behind', async (jump) => {
    for (const shift of [jump, -jump]) {
      const person = await site.addPerson('member');
      await site.link(person, site.addPatron('active'));
      site.moveClock(shift);
      await site.runJob('campaign.sync-members');
      site.moveClock(-shift);
      expect(await site.isPremium(person)).toBe(true);
      // The next sync corrects what was stored while the clock was wrong.
      await site.runJob('campaign.sync-members');
      const open = (await site.grantsOf(person)).filter(({ endsAt }) => endsAt && endsAt > new Date());
      expect(open).toHaveLength(1);
    }
  });
});
