// How many files are being sent to whom, in this process. Files that a front server sends are its own to limit.

/** Counts streams per person; `take` answers the function that ends one, or null when the person has all of theirs. */
export const createStreamSlots = (limit: number) => {
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
};
