// Who moderates a part of the forum. The server checks it again at each call.
import type { Account } from '#contract/accounts/api.ts';

type Moderated = { moderators: readonly string[] };

/** Whether the person with this ID is a moderator here. */
export function isModeratorOf({ moderators }: Moderated, id: string | null | undefined): boolean {
  return moderators.includes(id ?? '');
}

/** Whether a person may moderate here: administrators everywhere, moderators in their categories. */
export function mayModerate(place: Moderated, person: Account | null): boolean {
  return person?.role === 'ADMIN' || isModeratorOf(place, person?.id);
}
