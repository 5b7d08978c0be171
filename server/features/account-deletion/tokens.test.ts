// Deleting a user revokes their third-party tokens; erasing them deletes the third-party data.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccessToken } from '#server/platform/access-tokens.ts';
import { type CampaignSite, startCampaign } from '#test/harness/campaign.ts';
import type { Person } from '#test/harness/harness.ts';

let site: CampaignSite;
let admin: Person;
let member: Person;

beforeAll(async () => {
  site = await startCampaign();
  admin = await site.addPerson('admin');
});
beforeEach(async () => {
  member = await site.addPerson('member');
  await site.visits.go('discord', { person: 'new', headers: member.headers });
  await site.link(member, site.addPatron('active'));
});
afterAll(() => site.stop());

const remove = () => site.call({ method: 'DELETE', url: `/api/admin/users/${member.id}`, payload: {} }, admin);
const restore = () => site.call({ method: 'POST', url: `/api/admin/users/${member.id}/restore`, payload: {} }, admin);
const revoke = () => site.runJob('people.revoke-tokens', { userId: member.id });

const sealed = async () => {
  const rows = await site.db.selectFrom('identities').select('tokens').where('user_id', '=', member.id).execute();
  return rows.filter(({ tokens }) => tokens !== null).length;
};

describe('deleting a user', () => {
  it('revokes their tokens at Discord and deletes all of them, once', async () => {
    const living = site.fakes.discord.grants.living();
    await remove();
    for (const _turn of [1, 2]) await revoke();
    expect(await sealed()).toBe(0);
    expect(site.fakes.discord.grants.living()).toBe(living - 2);
  });

  it('retries if Discord does not respond', async () => {
    await remove();
    site.fakes.discord.misbehave('error');
    await expect(revoke()).rejects.toThrow();
    expect(await sealed()).toBeGreaterThan(0);
    await revoke();
    expect(await sealed()).toBe(0);
  });

  it('revokes nothing if the user has been restored by then', async () => {
    await remove();
    await restore();
    await revoke();
    expect(await sealed()).toBe(2);
    expect(await site.grantsOf(member)).toHaveLength(1);
  });
});

describe('erasing a user', () => {
  it('deletes personal tokens that have survived the deletion', async () => {
    const other = await site.addPerson('member');
    await site.call({ method: 'DELETE', url: `/api/admin/users/${other.id}`, payload: {} }, admin);
    const now = site.deps.now();
    const year = new Date(now.getTime() + 365 * 24 * 3_600_000);
    const token = { userId: other.id, sessionId: null, name: 'Backup', scopes: ['read'] as const, expiresAt: year };
    await createAccessToken(site.db, token, now);
    site.moveClock(31 * 24 * 3_600_000);
    await site.runJob('people.erase');
    site.moveClock(-31 * 24 * 3_600_000);
    const left = await site.db.selectFrom('access_tokens').select('id').where('user_id', '=', other.id).execute();
    expect(left).toEqual([]);
  });

  it('deletes their data from Patreon', async () => {
    const rows = async () => {
      const all = await site.db.selectFrom('patreon_members').select('email').execute();
      return all.map(({ email }) => email);
    };
    const stays = await rows();
    const [other, patron] = [
      await site.addPerson('member'),
      site.addPatron('active', { email: 'real@mailbox.example' }),
    ];
    await site.link(other, patron);
    expect(await rows()).toEqual([...stays, 'real@mailbox.example']);
    await site.call({ method: 'DELETE', url: `/api/admin/users/${other.id}`, payload: {} }, admin);
    site.moveClock(31 * 24 * 3_600_000);
    await site.runJob('people.erase');
    site.moveClock(-31 * 24 * 3_600_000);
    expect(await rows()).not.toContain('real@mailbox.example');
  });
});
