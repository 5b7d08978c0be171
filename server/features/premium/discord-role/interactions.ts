// Discord interactions: pings and the bypass command (product.md CH-2).

import { z } from 'zod';
import { resourcePath } from '#contract/paths.ts';
import type { InteractionReply } from '#contract/premium/webhooks.ts';
import type { Deps } from '#server/deps.ts';
import { findDownloadable, personalAddress } from '#server/features/downloads/public.ts';
import { maySee } from '#server/features/resources/public.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { parseInput } from '#server/platform/serve.ts';
import { mayUsePremium, presentRole } from '#server/platform/viewer.ts';
import { findChatPerson } from './queries.ts';
import { bypassReplies, readNamedResource } from './rules.ts';

const PING = 1;
const COMMAND = 2;
/** Flag that makes a reply visible only to the user who ran the command. */
const EPHEMERAL = 64;

/** Discord's maximum message length. */
const MESSAGE_MAX_CHARACTERS = 2000;

const user = z.object({ id: z.string().regex(/^\d{1,20}$/) });

/** The fields of an interaction that this site uses. Inside a guild, the user is in `member`; elsewhere, in `user`. */
const interaction = z.object({
  type: z.int(),
  member: z.object({ user }).nullish(),
  user: user.nullish(),
  data: z
    .object({
      name: z.string().optional(),
      options: z
        .array(z.object({ name: z.string(), value: z.unknown() }))
        .max(25)
        .optional(),
    })
    .nullish(),
});

const say = (content: string): InteractionReply => ({
  type: 4,
  data: { content, flags: EPHEMERAL, allowed_mentions: { parse: [] } },
});

type InteractionDeps = Pick<Deps, 'config' | 'db' | 'limits' | 'log' | 'now' | 'publicUrl' | 'secret' | 'settings'>;

/**
 * Replies to a message whose signature has been verified.
 * @throws Problem BAD_INPUT if it is not an interaction
 */
export async function answerInteraction(deps: InteractionDeps, message: unknown): Promise<InteractionReply> {
  const { type, member, user: alone, data } = parseInput(interaction, message);
  if (type === PING) return { type: 1 };
  const discordId = member?.user.id ?? alone?.id;
  if (type !== COMMAND || data?.name !== 'bypass' || discordId === undefined)
    return say(bypassReplies.unknown(deps.publicUrl()));
  const link = data.options?.find(({ name }) => name === 'link')?.value;
  try {
    return say(await bypass(deps, discordId, typeof link === 'string' ? link : ''));
  } catch (error) {
    if (error instanceof Problem && error.code === 'TOO_MANY_REQUESTS')
      return say(bypassReplies.tooMany(Math.ceil((error.extra.retryAfterSeconds ?? 60) / 60)));
    // Reply with an error message, so that the user doesn't just see a timeout.
    deps.log.error({ err: error }, 'the bypass command failed');
    return say(bypassReplies.failed());
  }
}

const bypass = async (deps: InteractionDeps, discordId: string, link: string): Promise<string> => {
  const site = deps.publicUrl();
  const person = await findChatPerson(deps.db, discordId, deps.now());
  if (!person) return bypassReplies.notLinked(site);
  if (person.isSuspended) return bypassReplies.suspended();
  const role = presentRole(person.role, person.isPremium);
  const member = { id: person.id, role, isPremium: person.isPremium };
  if (!mayUsePremium(member)) return bypassReplies.notPremium(site);
  if ((await deps.settings.get()).maintenanceMode && role !== 'ADMIN') return bypassReplies.maintenance();
  const named = readNamedResource(link, site);
  if (!named) return bypassReplies.noResource(site);
  const resource = await findDownloadable(deps.db, named.id);
  // Never reveal unpublished resources, not even to those who may see them, because a third party stores the replies.
  if (!resource || !maySee(resource, null)) return bypassReplies.notFound(site);
  try {
    const words = bypassReplies.link(site + (await personalAddress(deps, named, member)));
    return words.length > MESSAGE_MAX_CHARACTERS ? bypassReplies.tooLong(site + resourcePath(named.id)) : words;
  } catch (error) {
    if (error instanceof Problem && error.code === 'FILE_NOT_FOUND')
      return bypassReplies.fileNotFound(site + resourcePath(named.id));
    throw error;
  }
};
