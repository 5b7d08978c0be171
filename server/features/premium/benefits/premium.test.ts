// Tests the data of the Premium page and the status of a user's own Premium.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingFields } from '#contract/admin/settings.ts';
import type { OwnPremium, PremiumFacts } from '#contract/premium/api.ts';
import { demoPremium } from '#demo/seed/premium.ts';
import type { Membership } from '#server/features/premium/memberships/rules.ts';
import type { SiteSettings } from '#server/platform/settings.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { countPremium } from './queries.ts';
import { givenBenefits, presentFacts, presentOwn } from './rules.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.addPerson('admin');
});
afterAll(() => test.stop());

const DAY_MS = 86_400_000;
const fromNow = (days: number) => new Date(test.deps.now().getTime() + days * DAY_MS);
const grant = async ({ id }: Person, source: 'patreon' | 'admin', from: Date, until: Date | null) => {
  await test.db
    .insertInto('grants')
    .values({ user_id: id, source, reference: randomUUID(), starts_at: from, ends_at: until })
    .execute();
};
const facts = async () => (await test.call({ method: 'GET', url: '/api/premium' })).json<PremiumFacts>();
const own = async (person: Person) =>
  (await test.call({ method: 'GET', url: '/api/me/premium' }, person)).json<OwnPremium>();
const change = (payload: object) => test.call({ method: 'PUT', url: '/api/admin/settings', payload }, admin);

const defaults = Object.fromEntries(
  Object.entries(settingFields).map(([key, field]) => [key, field.parse(undefined)]),
) as SiteSettings;
const all = { chatRole: true, bypassCommand: true };

describe('benefits', () => {
  const benefits = ['Chat role and channels', 'Ad-free browsing', 'A bypass chat command', 'A chat command of our own'];

  it.each([
    [all, benefits],
    [{ chatRole: false, bypassCommand: true }, benefits.slice(1)],
    [{ chatRole: true, bypassCommand: false }, [benefits[0], benefits[1], benefits[3]]],
  ])('are filtered for %o', (services, given) => {
    expect(givenBenefits(benefits, services)).toEqual(given);
  });

  it("are returned in the specification's order, without those of a chat service that is not configured", async () => {
    expect((await facts()).benefits).toEqual([
      'Premium resource access',
      'Instant access',
      'Ad-free browsing',
      'Priority support',
      'Higher giveaway chances',
      'Higher priority for requests',
    ]);
    expect(presentFacts(defaults, { members: 0, resources: 0 }, all).benefits).toHaveLength(8);
  });
});

describe('the Premium page data', () => {
  it('has the specified prices and no membership page by default, and follows the settings', async () => {
    const before = await facts();
    expect(before).toMatchObject({ monthlyPrice: 5, yearlyPrice: 48, yearlyListPrice: 60, membershipUrl: null });
    expect(before.isDemo).toEqual({ counts: false, testimonials: false });
    const membershipUrl = 'https://members.example/helix';
    expect((await change({ monthlyPrice: 6, membershipUrl })).statusCode).toBe(200);
    expect(await facts()).toMatchObject({ monthlyPrice: 6, membershipUrl });
    await change({ monthlyPrice: 5, membershipUrl: null });
  });

  it('counts users with active grants, and published premium resources', async () => {
    const before = await countPremium(test.db, test.deps.now());
    const [twice, over, later, gone] = [
      await test.addPerson(),
      await test.addPerson(),
      await test.addPerson(),
      await test.addPerson(),
    ];
    await grant(twice, 'patreon', fromNow(-2), fromNow(9));
    await grant(twice, 'admin', fromNow(-1), null);
    await grant(over, 'patreon', fromNow(-9), fromNow(-1));
    await grant(later, 'admin', fromNow(1), null);
    await grant(gone, 'admin', fromNow(-1), null);
    await test.db.updateTable('users').set({ deleted_at: test.deps.now() }).where('id', '=', gone.id).execute();
    const authorId = (await test.addPerson('leaker')).id;
    await addResource(test, { authorId, category: 'Premium' });
    await addResource(test, { authorId, category: 'Free' });
    await addResource(test, { authorId, category: 'Premium', status: 'PENDING' });
    expect(await countPremium(test.db, test.deps.now())).toEqual({
      members: before.members + 1,
      resources: before.resources + 1,
    });
  });

  it('counts once a minute, however many requests arrive', async () => {
    const { members } = await facts();
    await test.addPerson('premium');
    expect((await facts()).members).toBe(members);
  });

  it('is demo data while the demo is present, with its testimonials until real ones are entered', () => {
    const measured = { members: 3, resources: 4 };
    const demo = presentFacts({ ...defaults, premiumDemo: demoPremium }, measured, all);
    expect(demo).toMatchObject({ members: 891, resources: 500, testimonials: demoPremium.testimonials });
    expect(demo.isDemo).toEqual({ counts: true, testimonials: true });
    const testimonials = [{ name: 'N', about: 'A', text: 'T' }];
    const real = presentFacts({ ...defaults, premiumDemo: demoPremium, testimonials }, measured, all);
    expect(real).toMatchObject({ members: 891, testimonials, isDemo: { counts: true, testimonials: false } });
    expect(presentFacts(defaults, measured, all)).toMatchObject({
      ...measured,
      testimonials: [],
      isDemo: { counts: false, testimonials: false },
    });
  });
});

describe("a user's own Premium", () => {
  it('has no sources by default', async () => {
    expect(await own(await test.addPerson())).toEqual({ isPremium: false, sources: [], membership: null });
  });

  it('lists each active source with its latest end date', async () => {
    const person = await test.addPerson();
    await grant(person, 'patreon', fromNow(-3), fromNow(4));
    await grant(person, 'patreon', fromNow(-2), fromNow(9));
    await grant(person, 'patreon', fromNow(-20), fromNow(-10));
    expect((await own(person)).sources).toMatchObject([{ source: 'patreon', until: expect.any(String) }]);
    const until = new Date((await own(person)).sources[0]?.until ?? 0).getTime();
    expect(Math.abs(until - fromNow(9).getTime())).toBeLessThan(60_000);
    await grant(person, 'admin', fromNow(-1), null);
    expect(await own(person)).toMatchObject({
      isPremium: true,
      sources: [{ source: 'admin', until: null }, { source: 'patreon' }],
    });
  });

  it('expires on time', async () => {
    const person = await test.addPerson();
    await grant(person, 'patreon', fromNow(-1), fromNow(1));
    expect((await own(person)).isPremium).toBe(true);
    test.moveClock(DAY_MS + 1000);
    expect(await own(person)).toMatchObject({ isPremium: false, sources: [] });
    test.moveClock(-DAY_MS - 1000);
  });

  it('shows no end date for a membership that renews, although its grant has one', () => {
    const now = test.deps.now();
    const paid: Membership = {
      memberId: 'm',
      patronId: 'p',
      email: null,
      patronStatus: 'active_patron',
      lastChargeStatus: 'Paid',
      lastChargeAt: fromNow(-10),
      nextChargeAt: fromNow(20),
      cents: 500,
      lifetimeCents: 500,
      cadenceMonths: 1,
      isFreeTrial: false,
      isGifted: false,
      tiers: [],
      paidThrough: fromNow(20),
      refundedAt: null,
      declinedSince: null,
      goneAt: null,
      observedAt: fromNow(0),
    };
    const sources = [{ source: 'patreon', since: fromNow(-10), until: fromNow(23) }];
    expect(presentOwn(sources, paid, now, defaults)).toMatchObject({
      isPremium: true,
      sources: [{ source: 'patreon', until: null }],
      membership: { state: 'active', until: paid.nextChargeAt?.toISOString() },
    });
    const over: Membership = { ...paid, patronStatus: 'former_patron', lastChargeStatus: 'Deleted', cents: 0 };
    expect(presentOwn(sources, over, now, defaults)).toMatchObject({
      sources: [{ source: 'patreon', until: sources[0]?.until.toISOString() }],
      membership: { state: 'cancelled', until: paid.paidThrough?.toISOString() },
    });
  });
});
