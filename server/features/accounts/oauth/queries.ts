import { type Kysely, sql } from 'kysely';
import type { ProviderName } from '#contract/accounts/oauth.ts';
import type { DB } from '#db/types.ts';
import type { Intent } from './rules.ts';

/** A visit to a consent page, stored until the callback. */
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

/** Uses up a visit. If two callbacks have the same state, only one of them gets the visit. */
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

export type IdentityKey = { provider: ProviderName; subject: string };

/** Serialises logins and links that use the same identity until the transaction ends, even if the identity is not linked yet. */
export async function lockIdentity(trx: Kysely<DB>, { provider, subject }: IdentityKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`identity ${provider} ${subject}`}, 0))`.execute(trx);
}

/** The account that an identity is linked to. */
export function findIdentityOwner(db: Kysely<DB>, { provider, subject }: IdentityKey) {
  return db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.user_id')
    .select(['users.id', 'users.demo', 'users.deleted_at as deletedAt'])
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** The account with the given email (in lower case), and whether it is linked to an identity from the given provider. */
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

/** Locks a user until the transaction ends, so that changes to their login methods are serialised. */
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

/** Stored data of an identity, apart from its key; `tokens` are encrypted. */
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

/** Inserts an identity whose key the caller has locked. The database rejects a second identity from the same provider. */
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

/** Updates the provider's data for an identity. The owner of an identity never changes. */
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

/** Removes a user's identity. Returns its subject and encrypted tokens, or undefined if the user had no such identity. */
export function deleteIdentity(trx: Kysely<DB>, userId: string, provider: ProviderName) {
  return trx
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .returning(['subject', 'tokens', 'tokens_expire_at as expiresAt', 'scope'])
    .executeTakeFirst();
}

/** A user's tokens for a provider, locked until the transaction ends, because a refresh token can only be used once. */
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

/** Updates a user's names at a provider. */
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

/** The encrypted tokens of a user's linked accounts. */
export function findSealedTokens(db: Kysely<DB>, userId: string) {
  return db
    .selectFrom('identities')
    .select(['provider', 'tokens', 'tokens_expire_at as expiresAt', 'scope'])
    .where('user_id', '=', userId)
    .where('tokens', 'is not', null)
    .$narrowType<{ provider: ProviderName }>()
    .execute();
}

/** Deletes the tokens of a linked account but keeps the link. */
export async function clearTokens(db: Kysely<DB>, userId: string, provider: ProviderName): Promise<void> {
  await db
    .updateTable('identities')
    .set({ tokens: null, tokens_expire_at: null })
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .execute();
}

/** Unlinks all of a user's third-party accounts. */
export async function deleteIdentities(trx: Kysely<DB>, userId: string): Promise<void> {
  await trx.deleteFrom('identities').where('user_id', '=', userId).execute();
}
