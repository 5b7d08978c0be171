import { useRef, useState } from 'react';
import { TOOLBOX_STATS_MS } from '#contract/limits.ts';
import type { ServerStats, ToolboxServer } from '#contract/toolbox.ts';
import type { Toolbox } from './toolbox-store.ts';
import { useRepeated } from './use-repeated.ts';

export type Stats = {
  /** The last ones; null before the first answer. */
  stats: ServerStats | null;
  /** The last call failed: what is shown is older. */
  isFailed: boolean;
};

/** What a server measures, asked for every 10 seconds while it is online. Use it in a part whose key is the server's id. */
export const useStats = (toolbox: Toolbox, { id, status }: ToolboxServer): Stats => {
  const [shown, setShown] = useState<Stats>({ stats: null, isFailed: false });
  const isOnline = status === 'online';
  const online = useRef(isOnline);
  online.current = isOnline;
  const ask = async (): Promise<void> => {
    try {
      const stats = await toolbox.measure(id);
      // It may have been told to stop meanwhile.
      if (online.current) setShown({ stats, isFailed: false });
    } catch {
      setShown(({ stats }) => ({ stats, isFailed: true }));
    }
  };
  useRepeated(ask, TOOLBOX_STATS_MS, isOnline);
  return shown;
};
