// Decisions of moderation without I/O.

/** What a thread is marked with. */
export type Marks = { isPinned: boolean; isLocked: boolean };

/** The acts of the audit log that lead from how a thread is marked to how it shall be; none when it is so already. */
export function actsOf(was: Marks, wanted: Partial<Marks>): string[] {
  const { isPinned = was.isPinned, isLocked = was.isLocked } = wanted;
  return [
    ...(isPinned === was.isPinned ? [] : [isPinned ? 'thread.pin' : 'thread.unpin']),
    ...(isLocked === was.isLocked ? [] : [isLocked ? 'thread.lock' : 'thread.unlock']),
  ];
}

const BEGINNING_CHARACTERS = 200;

/** The beginning of a text for the audit log: whole characters, and a sign that there was more. */
export function beginningOf(text: string): string {
  const characters = [...text.slice(0, 2 * BEGINNING_CHARACTERS + 2)];
  return characters.length > BEGINNING_CHARACTERS ? `${characters.slice(0, BEGINNING_CHARACTERS).join('')}…` : text;
}
