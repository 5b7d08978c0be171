// Limits concurrent work per person or network in this process: downloads being sent, listings being built.

/** Slots per person; `take` returns a function that frees the slot, or null when the person already has `limit` of them. */
export function createPersonSlots(limit: number) {
  const running = new Map<string, number>();
  return {
    take(person: string): (() => void) | null {
      const count = running.get(person) ?? 0;
      if (count >= limit) return null;
      running.set(person, count + 1);
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        const left = (running.get(person) ?? 1) - 1;
        if (left === 0) running.delete(person);
        else running.set(person, left);
      };
    },
  };
}
