// Pure functions for moderation. No I/O.

export type Marks = { isPinned: boolean; isLocked: boolean };

/** Audit log actions for changing the current state to the wanted one; empty if nothing changes. */
export function actsOf(was: Marks, wanted: Partial<Marks>): string[] {
  const { isPinned = was.isPinned, isLocked = was.isLocked } = wanted;
  return [
    ...(isPinned === was.isPinned ? [] : [isPinned ? 'thread.pin' : 'thread.unpin']),
    ...(isLocked === was.isLocked ? [] : [isLocked ? 'thread.lock' : 'thread.unlock']),
  ];
}

const BEGINNING_CHARACTERS = 200;

/** Shortens text for the audit log without splitting a character; adds an ellipsis if it was cut. */
export function beginningOf(text: string): string {
  const characters = [...text.slice(0, 2 * BEGINNING_CHARACTERS + 2)];
  return characters.length > BEGINNING_CHARACTERS ? `${characters.slice(0, BEGINNING_CHARACTERS).join('')}…` : text;
}
