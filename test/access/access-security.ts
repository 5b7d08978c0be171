// Access scenarios for two-factor authentication, confirmations and sessions.
import type { InjectOptions } from 'fastify';
import { sealSecret } from '#server/features/accounts/security/second-factor.ts';
import { PASSWORD, type Person } from '#test/harness/harness.ts';
import { appCode, cookieAfter } from '#test/harness/second-factor.ts';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => InjectOptions | Promise<InjectOptions>;

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const roles = { user: 'member', premium: 'premium', leaker: 'leaker', admin: 'admin', banned: 'member' } as const;

/** A new user with the caller's role, so that changes don't affect later rows. */
const newcomer = async (world: World, { role }: Asker): Promise<Person | null> => {
  if (role === 'visitor') return null;
  const person = await world.addPerson(role === 'owner' ? 'leaker' : roles[role]);
  if (role === 'banned') await suspend(world, person);
  return person;
};

const suspend = (world: World, { id }: Person) =>
  world.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', id).execute();

const keepSecret = (world: World, { id }: Person, isOn: boolean) =>
  world.db
    .insertInto('two_factors')
    .values({
      user_id: id,
      secret: sealSecret(world.deps, id, SECRET),
      created_at: new Date(),
      enabled_at: isOn ? new Date() : null,
    })
    .execute();

/** Scenario for a step of two-factor setup or login, with a user whose two-factor login is off, being set up, or on. */
const twoFactor =
  (step: string, state: 'off' | 'set up' | 'on'): Scenario =>
  async (world, asker) => {
    const person = await newcomer(world, asker);
    if (person && state !== 'off') await keepSecret(world, person, state === 'on');
    return {
      method: 'POST',
      url: `/api/auth/two-factor/${step}`,
      headers: person?.headers ?? {},
      payload: state === 'off' ? {} : { code: appCode(SECRET) },
    };
  };

/** Completes a login whose password step succeeded, for an account with the caller's role (a member's account for visitors). */
const finishSignIn: Scenario = async (world, asker) => {
  const person = await newcomer(world, asker.role === 'banned' ? { ...asker, role: 'user' } : asker);
  const account = person ?? (await world.addPerson('member'));
  await keepSecret(world, account, true);
  const login = await world.call({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: account.email, password: PASSWORD },
  });
  if (asker.role === 'banned') await suspend(world, account);
  return {
    method: 'POST',
    url: '/api/auth/login/two-factor',
    headers: { cookie: cookieAfter(person?.headers.cookie ?? '', login) },
    payload: { code: appCode(SECRET) },
  };
};

const sessionOf = async (world: World, { id }: Person): Promise<string> => {
  const row = await world.db.selectFrom('sessions').select('id').where('user_id', '=', id).executeTakeFirstOrThrow();
  return row.id;
};

export const securityScenarios: Record<string, Scenario> = {
  'POST /api/auth/login/two-factor': finishSignIn,
  'GET /api/auth/security': (_world, { headers }) => ({ method: 'GET', url: '/api/auth/security', headers }),
  'POST /api/auth/confirm': (_world, { headers }) => ({
    method: 'POST',
    url: '/api/auth/confirm',
    headers,
    payload: { password: PASSWORD },
  }),
  'GET /api/auth/sessions': (_world, { headers }) => ({ method: 'GET', url: '/api/auth/sessions', headers }),
  'DELETE /api/auth/sessions': async (world, asker) => ({
    method: 'DELETE',
    url: '/api/auth/sessions',
    headers: (await newcomer(world, asker))?.headers ?? {},
  }),
  'DELETE /api/auth/sessions/{id}': async (world, asker) => {
    const person = await newcomer(world, asker);
    return {
      method: 'DELETE',
      url: `/api/auth/sessions/${await sessionOf(world, person ?? world.owner)}`,
      headers: person?.headers ?? {},
    };
  },
  'DELETE /api/auth/sessions/{id} (of another)': async (world, { headers }) => ({
    method: 'DELETE',
    url: `/api/auth/sessions/${await sessionOf(world, await world.addPerson('member'))}`,
    headers,
  }),
  'POST /api/auth/two-factor/setup': twoFactor('setup', 'off'),
  'POST /api/auth/two-factor/enable': twoFactor('enable', 'set up'),
  'POST /api/auth/two-factor/disable': twoFactor('disable', 'on'),
  'POST /api/auth/two-factor/recovery-codes': twoFactor('recovery-codes', 'on'),
};
