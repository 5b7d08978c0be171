/** Lists: several items at work at once, and all that comes one after the other. */

/** Answers what `act` made of each item, in their order. After a failure nothing more is begun, and all have ended. */
export async function mapAtOnce<Item, Made>(
  items: readonly Item[],
  atOnce: number,
  act: (item: Item) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  const left = items.entries();
  let failed = false;
  const work = async (): Promise<void> => {
    for (const [index, item] of left) {
      if (failed) return;
      try {
        made[index] = await act(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, work));
  const broken = ends.find((end) => end.status === 'rejected');
  if (broken) throw broken.reason;
  return made;
}

/** All that an iteration gives. */
export async function takeAll<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const taken: Item[] = [];
  for await (const item of items) taken.push(item);
  return taken;
}
