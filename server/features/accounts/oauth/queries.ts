import { type Kysely, sql } from 'kysely';
import type { ProviderName } from '#contract/accounts/oauth.ts';
import type { DB } from '#db/types.ts';
import type { Intent } from './rules.ts';

/** One visit to a consent page as it is kept until its answer comes. */
export type FlowRow = {
  stateHash: Buffer;
  browserHash: Buffer;
  provider: ProviderName;
  intent: Intent;
  sessionId: string | null;
  verifier: string;
  nonce: string;
  returnTo: string | null;
  applies: boolean;
  expiresAt: Date;
};

export async function insertFlow(db: Kysely<DB>, flow: FlowRow): Promise<void> {
  await db
    .insertInto('oauth_flows')
    .values({
      state_hash: flow.stateHash,
      browser_hash: flow.browserHash,
      provider: flow.provider,
      intent: flow.intent,
      session_id: flow.sessionId,
      verifier: flow.verifier,
      nonce: flow.nonce,
      return_to: flow.returnTo,
      applies: flow.applies,
      expires_at: flow.expiresAt,
    })
    .execute();
}

/** Spends a visit: only one of two answers with the same state gets it. */
export function consumeFlow(db: Kysely<DB>, stateHash: Buffer) {
  return db
    .deleteFrom('oauth_flows')
    .where('state_hash', '=', stateHash)
    .returning([
      'browser_hash as browserHash',
      'provider',
      'intent',
      'session_id as sessionId',
      'verifier',
      'nonce',
      'return_to as returnTo',
      'applies',
      'expires_at as expiresAt',
    ])
    .executeTakeFirst();
}

/** An identity's key. */
export type IdentityKey = { provider: ProviderName; subject: string };

/** Holds back everybody else who comes with the same identity until the transaction ends, linked or not. */
export async function lockIdentity(trx: Kysely<DB>, { provider, subject }: IdentityKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`identity ${provider} ${subject}`}, 0))`.execute(trx);
}

/** Whose an identity is. */
export function findIdentityOwner(db: Kysely<DB>, { provider, subject }: IdentityKey) {
  return db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select(['users.id', 'users.demo', 'users.deleted_at as deletedAt'])
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** Whose an address is, and whether they have linked an identity of this provider. The address is in lower case. */
export function findUserByEmail(db: Kysely<DB>, email: string, provider: ProviderName) {
  return db
    .selectFrom('users')
    .select((row) => [
      'users.id',
      'users.username',
      'users.email',
      'users.demo',
      'users.email_verified_at as emailVerifiedAt',
      'users.proven_elsewhere as provenElsewhere',
      'users.suspended_at as suspendedAt',
      'users.suspended_until as suspendedUntil',
      row
        .exists(
          row
            .selectFrom('identities')
            .select('identities.subject')
            .whereRef('identities.user_id', '=', 'users.id')
            .where('identities.provider', '=', provider),
        )
        .$castTo<boolean>()
        .as('hasProvider'),
    ])
    .where('users.email', '=', email)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Holds a person's row until the transaction ends, so that their ways in change one after the other. */
export function lockUserForLink(trx: Kysely<DB>, userId: string) {
  return trx
    .selectFrom('users')
    .select((row) => [
      'id',
      'username',
      'email',
      row('password_hash', 'is not', null).$castTo<boolean>().as('hasPassword'),
      row
        .exists(
          row
            .selectFrom('two_factors')
            .select('two_factors.user_id')
            .whereRef('two_factors.user_id', '=', 'users.id')
            .where('two_factors.enabled_at', 'is not', null),
        )
        .$castTo<boolean>()
        .as('hasTwoFactor'),
    ])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export function listIdentityKeys(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom('identities')
    .select(['provider', 'subject'])
    .where('user_id', '=', userId)
    .orderBy('provider')
    .execute();
}

/** What is kept of an identity beside its key; `tokens` are sealed. */
export type KeptIdentity = {
  username: string;
  email: string | null;
  emailVerified: boolean;
  tokens: Buffer;
  tokensExpireAt: Date | null;
  scope: string;
  at: Date;
};

const columnsOf = (kept: KeptIdentity) => ({
  username: kept.username,
  email: kept.email,
  email_verified: kept.emailVerified,
  tokens: kept.tokens,
  tokens_expire_at: kept.tokensExpireAt,
  scope: kept.scope,
  checked_at: kept.at,
});

/** Adds an identity that nobody has; the caller has locked it. Refused by the database for a second one of a provider. */
export async function insertIdentity(
  trx: Kysely<DB>,
  { provider, subject }: IdentityKey,
  userId: string,
  kept: KeptIdentity,
): Promise<void> {
  await trx
    .insertInto('identities')
    .values({ provider, subject, user_id: userId, linked_at: kept.at, ...columnsOf(kept) })
    .execute();
}

/** Writes down what a provider said anew. Whose the identity is never changes. */
export async function updateIdentity(
  trx: Kysely<DB>,
  { provider, subject }: IdentityKey,
  kept: KeptIdentity,
): Promise<void> {
  await trx
    .updateTable('identities')
    .set(columnsOf(kept))
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .execute();
}

/** Removes a person's identity; answers its subject and what was sealed with it, and undefined when there was none. */
export function deleteIdentity(trx: Kysely<DB>, userId: string, provider: ProviderName) {
  return trx
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .returning(['subject', 'tokens', 'tokens_expire_at as expiresAt', 'scope'])
    .executeTakeFirst();
}

/** A person's tokens at a provider, held until the transaction ends: a refresh token can be traded once. */
export function lockTokens(trx: Kysely<DB>, userId: string, provider: ProviderName) {
  return trx
    .selectFrom('identities')
    .select(['subject', 'tokens', 'tokens_expire_at as expiresAt', 'scope'])
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .forUpdate()
    .executeTakeFirst();
}

export async function putTokens(
  trx: Kysely<DB>,
  { provider, subject }: IdentityKey,
  kept: Pick<KeptIdentity, 'tokens' | 'tokensExpireAt' | 'scope'>,
): Promise<void> {
  await trx
    .updateTable('identities')
    .set({ tokens: kept.tokens, tokens_expire_at: kept.tokensExpireAt, scope: kept.scope })
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .execute();
}

/** Writes down the names that a provider knows a person by now. */
export async function putNames(
  db: Kysely<DB>,
  { provider, subject }: IdentityKey,
  names: { username: string; email: string | null; emailVerified: boolean; at: Date },
): Promise<void> {
  await db
    .updateTable('identities')
    .set({
      username: names.username,
      email: names.email,
      email_verified: names.emailVerified,
      checked_at: names.at,
    })
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .execute();
}

/** What is sealed of somebody's links. */
export function findSealedTokens(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom('identities')
    .select(['provider', 'tokens', 'tokens_expire_at as expiresAt', 'scope'])
    .where('user_id', '=', userId)
    .where('tokens', 'is not', null)
    .$narrowType<{ provider: ProviderName }>()
    .execute();
}

/** Forgets the tokens of a link. */
export async function clearTokens(db: Kysely<DB>, userId: string, provider: ProviderName): Promise<void> {
  await db
    .updateTable('identities')
    .set({ tokens: null, tokens_expire_at: null })
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .execute();
}

/** Takes away the accounts at third parties that sign a person in. */
export async function deleteIdentities(trx: Kysely<DB>, userId: string): Promise<void> {
  await trx.deleteFrom('identities').where('user_id', '=', userId).execute();
}
