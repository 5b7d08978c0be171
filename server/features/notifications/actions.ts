// Turning emails off, and the emails that other domains write themselves.
import type { NotificationKind, Unsubscription } from '#contract/notifications/api.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/kit/http/problem.ts';
import type { AnyNotification } from '#server/platform/notices/notification-kinds.ts';
import { readUnsubscribeToken, type UnsubscribeClaims, unsubscribeLink } from './links.ts';
import * as queries from './queries.ts';
import { inSentence, presentSetting } from './rules.ts';

type LinkDeps = Pick<Deps, 'secret' | 'now' | 'publicUrl'>;

/**
 * For emails that a domain sends together with its notification.
 * @returns how the recipient can turn them off; null if they already have, so that no email is sent
 */
export async function ownMailOf(
  deps: LinkDeps,
  trx: Deps['db'],
  kind: AnyNotification,
  userId: string,
): Promise<{ unsubscribe: string } | null> {
  if (!(await queries.findWantsMail(trx, kind, userId))) return null;
  return { unsubscribe: unsubscribeLink(deps, { user: userId, what: kind.kind }) };
}

type SettingDeps = Pick<Deps, 'db' | 'secret' | 'oldSecrets' | 'now' | 'notificationKinds'>;

/** The kinds that a link is about: one, or all for the digest. @throws Problem UNSUBSCRIBE_LINK */
const kindsOfLink = ({ notificationKinds }: SettingDeps, { what }: UnsubscribeClaims): readonly AnyNotification[] => {
  const kinds = what === 'digest' ? notificationKinds : notificationKinds.filter(({ kind }) => kind === what);
  if (kinds.length === 0) throw new Problem('UNSUBSCRIBE_LINK');
  return kinds;
};

/**
 * What the link of an email turns off, and whether it is off.
 * @throws Problem UNSUBSCRIBE_LINK
 */
export async function readUnsubscription(deps: SettingDeps, token: string): Promise<Unsubscription> {
  const link = readUnsubscribeToken(deps, token);
  const kinds = kindsOfLink(deps, link);
  const rows = await queries.findSettings(deps.db, link.user);
  const channel = link.what === 'digest' ? 'digest' : 'email';
  const [first] = kinds;
  return {
    what: link.what === 'digest' || !first ? 'the daily digest' : `emails about ${inSentence(first)}`,
    isOff: kinds.every((kind) => !presentSetting(kind, rows)[channel]),
  };
}

/**
 * Turns off what the link of an email names. Doing it again changes nothing.
 * @throws Problem UNSUBSCRIBE_LINK
 */
export async function unsubscribe(deps: SettingDeps, token: string): Promise<Unsubscription> {
  const link = readUnsubscribeToken(deps, token);
  const kinds = kindsOfLink(deps, link);
  const change = link.what === 'digest' ? { digest: false } : { email: false };
  // The account may have been erased since the email was sent.
  if (await queries.isPresent(deps.db, link.user)) await queries.changeChannels(deps.db, link.user, kinds, change);
  return { ...(await readUnsubscription(deps, token)), isOff: true };
}

/**
 * Changes how a person is notified of a kind, and returns the result.
 * @throws Problem NOT_FOUND if this site has no such notifications
 */
export async function changeSetting(
  { db, notificationKinds }: Pick<Deps, 'db' | 'notificationKinds'>,
  { userId, kind: name, changes }: { userId: string; kind: NotificationKind; changes: queries.ChannelChanges },
) {
  const kind = notificationKinds.find((known) => known.kind === name);
  if (!kind) throw new Problem('NOT_FOUND');
  await queries.changeChannels(db, userId, [kind], changes);
  return presentSetting(kind, await queries.findSettings(db, userId));
}
