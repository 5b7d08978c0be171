// Turning two-factor on and off. Every step requires a confirmed session or a code.
import type { Deps } from '#server/deps.ts';
import { sendNotice } from '#server/features/accounts/events.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { endSessionsOf, renewToken, requireSession } from '#server/platform/sessions.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import { requireConfirmed } from './actions.ts';
import { type AttemptDeps, countCode } from './attempts.ts';
import * as queries from './queries.ts';
import { newSecret, secretAddress } from './rules.ts';
import { renewCodes, sealSecret, spendAnyCode, spendAppCode } from './second-factor.ts';

type FactorDeps = Parameters<typeof sendNotice>[0] & AttemptDeps & Pick<Deps, 'secret'>;

/** The current session with its new token. */
type Renewed = { token: string; expiresAt: Date };

/** @throws Problem BANNED, SIGN_IN_REQUIRED */
const hold = async (trx: Deps['db'], viewer: Viewer, now: Date) => {
  const held = await queries.lockForChange(trx, viewer.id);
  if (!held) throw new Problem('SIGN_IN_REQUIRED');
  await requireSession(trx, viewer.sessionId, now);
  return held;
};

const findInState = async (trx: Deps['db'], viewer: Viewer, state: 'on' | 'set up') => {
  const factor = await queries.findTwoFactor(trx, viewer.id);
  if (!factor || (factor.enabledAt !== null) !== (state === 'on')) throw new Problem('TWO_FACTOR_STATE');
  return factor;
};

/** After two-factor was changed, ends all sessions except the current one, which gets a new token. */
const keepThisSession = async (deps: FactorDeps, trx: Deps['db'], viewer: Viewer, now: Date): Promise<Renewed> => {
  await endSessionsOf(trx, viewer.id, viewer.sessionId);
  await queries.endPendingOf(trx, viewer.id);
  const renewed = await renewToken(trx, viewer, now, await deps.settings.get());
  if (!renewed) throw new Problem('SIGN_IN_REQUIRED');
  return renewed;
};

/**
 * Creates a secret, which replaces the secret of any unfinished set-up. Two-factor stays off.
 * @throws Problem CONFIRMATION_REQUIRED, TWO_FACTOR_STATE
 */
export async function setUpTwoFactor(deps: FactorDeps, viewer: Viewer): Promise<{ secret: string; uri: string }> {
  await requireConfirmed(deps, viewer);
  const { siteName } = await deps.settings.get();
  const secret = newSecret();
  const { email } = await deps.db.transaction().execute(async (trx) => {
    const held = await hold(trx, viewer, deps.now());
    const isKept = await queries.putSecret(trx, viewer.id, sealSecret(deps, viewer.id, secret), deps.now());
    if (!isKept) throw new Problem('TWO_FACTOR_STATE');
    return held;
  });
  return { secret, uri: secretAddress(secret, { siteName, email }) };
}

/**
 * Turns two-factor on with a first code from the app. Returns the recovery codes, of which only hashes are stored.
 * @throws Problem CONFIRMATION_REQUIRED, TWO_FACTOR_STATE, TWO_FACTOR_WRONG, TOO_MANY_REQUESTS
 */
export async function enableTwoFactor(
  deps: FactorDeps,
  viewer: Viewer,
  code: string,
): Promise<{ recoveryCodes: string[]; session: Renewed }> {
  await requireConfirmed(deps, viewer);
  const counted = await countCode(deps, viewer.id);
  const now = deps.now();
  const enabled = await deps.db.transaction().execute(async (trx) => {
    const { email, username } = await hold(trx, viewer, deps.now());
    const { secret } = await findInState(trx, viewer, 'set up');
    const isRight = await spendAppCode(deps, trx, { userId: viewer.id, sealed: secret, code, now });
    if (!isRight) throw new Problem('TWO_FACTOR_WRONG');
    await queries.turnOn(trx, viewer.id, now);
    const recoveryCodes = await renewCodes(trx, viewer.id);
    await sendNotice(deps, trx, { email, name: username }, { kind: 'two-factor-enabled' });
    return { recoveryCodes, session: await keepThisSession(deps, trx, viewer, now) };
  });
  await counted.succeeded();
  return enabled;
}

/**
 * Turns two-factor off with a code from the app or a recovery code, which also serves as the confirmation.
 * @throws Problem TWO_FACTOR_STATE, TWO_FACTOR_WRONG, TOO_MANY_REQUESTS
 */
export async function disableTwoFactor(deps: FactorDeps, viewer: Viewer, code: string): Promise<Renewed> {
  const counted = await countCode(deps, viewer.id);
  const now = deps.now();
  const session = await deps.db.transaction().execute(async (trx) => {
    const { email, username } = await hold(trx, viewer, deps.now());
    const { secret } = await findInState(trx, viewer, 'on');
    const spent = await spendAnyCode(deps, trx, { userId: viewer.id, sealed: secret, code, now });
    if (spent === null) throw new Problem('TWO_FACTOR_WRONG');
    await queries.turnOff(trx, viewer.id);
    await sendNotice(deps, trx, { email, name: username }, { kind: 'two-factor-disabled' });
    return keepThisSession(deps, trx, viewer, now);
  });
  await counted.succeeded();
  return session;
}

/**
 * Creates new recovery codes; the old ones stop working. Requires a code from the app, which also serves as the confirmation.
 * @throws Problem TWO_FACTOR_STATE, TWO_FACTOR_WRONG, TOO_MANY_REQUESTS
 */
export async function renewRecoveryCodes(deps: FactorDeps, viewer: Viewer, code: string): Promise<string[]> {
  const counted = await countCode(deps, viewer.id);
  const codes = await deps.db.transaction().execute(async (trx) => {
    const { email, username } = await hold(trx, viewer, deps.now());
    const { secret } = await findInState(trx, viewer, 'on');
    const isRight = await spendAppCode(deps, trx, { userId: viewer.id, sealed: secret, code, now: deps.now() });
    if (!isRight) throw new Problem('TWO_FACTOR_WRONG');
    await sendNotice(deps, trx, { email, name: username }, { kind: 'recovery-codes-renewed' });
    return renewCodes(trx, viewer.id);
  });
  await counted.succeeded();
  return codes;
}
