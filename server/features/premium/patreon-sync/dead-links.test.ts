// Tests reading linked users one by one without a creator token. Problems with one user must not affect others.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CampaignSite, startCampaign } from '#test/harness/campaign.ts';
import type { Person } from '#test/harness/harness.ts';

const HOUR = 3_600_000;

let site: CampaignSite;

beforeAll(async () => {
  site = await startCampaign({ PATREON_CREATOR_TOKEN: '', PATREON_CREATOR_REFRESH_TOKEN: '' });
});
afterAll(() => site.stop());

const linked = async (): Promise<{ person: Person; patron: string }> => {
  const [person, patron] = [await site.addPerson('member'), site.addPatron('active')];
  await site.link(person, patron);
  return { person, patron };
};

const changeLink = (person: Person, columns: { tokens?: Buffer; tokens_expire_at?: Date }) =>
  site.db.updateTable('identities').set(columns).where('user_id', '=', person.id).execute();

const statusOf = async (patron: string) => {
  const row = site.db.selectFrom('patreon_members').select('last_charge_status').where('patron_id', '=', patron);
  return (await row.executeTakeFirst())?.last_charge_status;
};

/**
 * Rereads the links half a day later, when all of them are due. `found` checks the link that was created last and is therefore
 * last in the queue.
 */
const readLater = async (found: () => Promise<unknown>): Promise<unknown> => {
  site.moveClock(13 * HOUR);
  await site.runJob('campaign.reread-links');
  const seen = await found();
  site.moveClock(-13 * HOUR);
  return seen;
};

describe('rereading links', () => {
  it('skips users who revoked access at Patreon, however many', async () => {
    const gone = [await linked(), await linked(), await linked(), await linked()];
    site.fakes.patreon.grants.revokeAll();
    for (const { person } of gone) await changeLink(person, { tokens_expire_at: new Date() });
    const { patron } = await linked();
    site.campaign.set(patron, 'refunded');
    expect(await readLater(() => statusOf(patron))).toBe('Refunded');
    for (const { person } of gone) expect(await site.isPremium(person)).toBe(true);
  });

  it('marks a link as checked even if its tokens cannot be decrypted', async () => {
    const { person } = await linked();
    await changeLink(person, { tokens: Buffer.from('sealed with another key') });
    const askedAt = async () =>
      (
        await site.db
          .selectFrom('identities')
          .select('checked_at')
          .where('user_id', '=', person.id)
          .executeTakeFirstOrThrow()
      ).checked_at;
    const before = await askedAt();
    expect(await readLater(askedAt)).not.toEqual(before);
  });

  it('stops while Patreon is down, and continues after those links on the next run', async () => {
    const away = [await linked(), await linked(), await linked()];
    const { patron } = await linked();
    site.campaign.set(patron, 'refunded');
    const read = site.fakes.patreon.calls.length;
    site.fakes.patreon.misbehave(...away.map(() => 'error' as const));
    expect(await readLater(() => statusOf(patron))).toBe('Paid');
    expect(site.fakes.patreon.calls.length).toBe(read + away.length);
    for (const { person } of away) expect(await site.isPremium(person)).toBe(true);
    expect(await readLater(() => statusOf(patron))).toBe('Refunded');
  });
});

describe('a different campaign in the configuration', () => {
  it("ends nobody's Premium", async () => {
    const [person, patron] = [await site.addPerson('member'), site.addPatron('trial')];
    await site.link(person, patron);
    const beside = await site.startBeside({ PATREON_CAMPAIGN_ID: '999' });
    await expect(site.runJob('campaign.read-link', { userId: person.id }, beside)).rejects.toThrow('campaign');
    expect(await site.isPremium(person)).toBe(true);
    // A membership counts as ended only when its own campaign reports that.
    site.campaign.remove(patron);
    await site.runJob('campaign.read-link', { userId: person.id });
    expect(await site.isPremium(person)).toBe(false);
    await beside.stop();
  });
});
