import { useQuery } from '@tanstack/react-query';
import type { ServerStats, ToolboxServer } from '#contract/toolbox/api.ts';
import { TOOLBOX_STATS_MS } from '#contract/toolbox/limits.ts';
import type { Toolbox } from './use-servers.ts';

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
  const isOnline = status === 'online';
  const { data, isError } = useQuery<ServerStats | null>({
    queryKey: ['toolbox', 'stats', id],
    queryFn: () => toolbox.measure(id),
    enabled: ({ state }) => isOnline || (lastPing !== null && state.data === null && state.error === null),
    refetchInterval: isOnline && TOOLBOX_STATS_MS,
    // A page that is looked at again waits until their time is over.
    refetchOnWindowFocus: ({ state }) => Date.now() - state.dataUpdatedAt >= TOOLBOX_STATS_MS,
    initialData: null,
    initialDataUpdatedAt: 0,
    gcTime: 0,
  });
  return { stats: data, isFailed: isError };
}
