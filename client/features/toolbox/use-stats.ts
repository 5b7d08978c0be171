import { useCallback, useEffect, useState } from 'react';
import type { ServerStats, ToolboxServer } from '#contract/toolbox/api.ts';
import { TOOLBOX_STATS_MS } from '#contract/toolbox/limits.ts';
import type { Toolbox } from './toolbox-store.ts';
import { useRepeated } from './use-repeated.ts';

export type Stats = {
  /** The last ones; null before the first answer. */
  stats: ServerStats | null;
  /** The last call failed: what is shown is older. */
  isFailed: boolean;
};

/**
 * What a server measures, asked for every 10 seconds while it is online; of one that was online once and is not, once what
 * it measured last. Use it in a part whose key is the server's id.
 */
export function useStats(toolbox: Toolbox, { id, status, lastPing }: ToolboxServer): Stats {
  const [shown, setShown] = useState<Stats>({ stats: null, isFailed: false });
  const isOnline = status === 'online';
  const ask = useCallback(async (): Promise<void> => {
    try {
      const stats = await toolbox.measure(id);
      setShown({ stats, isFailed: false });
    } catch {
      setShown(({ stats }) => ({ stats, isFailed: true }));
    }
  }, [toolbox, id]);
  useRepeated(ask, TOOLBOX_STATS_MS, isOnline);
  const lacksLast = !isOnline && lastPing !== null && shown.stats === null && !shown.isFailed;
  useEffect(() => {
    if (lacksLast) void ask();
  }, [lacksLast, ask]);
  return shown;
}
