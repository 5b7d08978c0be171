import { useQuery } from '@tanstack/react-query';
import type { ServerStats, ToolboxServer } from '#contract/toolbox/api.ts';
import { TOOLBOX_STATS_MS } from '#contract/toolbox/limits.ts';
import type { Toolbox } from './use-servers.ts';

export type Stats = {
  /** The latest statistics; null before the first response. */
  stats: ServerStats | null;
  /** Whether the last call failed, in which case `stats` is outdated. */
  isFailed: boolean;
};

/**
 * Statistics of a server, polled every 10 seconds while it is online. For a server that is offline, the last known values are
 * requested once. Use the server's id as the component's React key.
 */
export function useStats(toolbox: Toolbox, { id, status, lastPing }: ToolboxServer): Stats {
  const isOnline = status === 'online';
  const { data, isError } = useQuery<ServerStats | null>({
    queryKey: ['toolbox', 'stats', id],
    queryFn: () => toolbox.measure(id),
    enabled: ({ state }) => isOnline || (lastPing !== null && state.data === null && state.error === null),
    refetchInterval: isOnline && TOOLBOX_STATS_MS,
    // When the user returns to the page, reload only if the interval has passed.
    refetchOnWindowFocus: ({ state }) => Date.now() - state.dataUpdatedAt >= TOOLBOX_STATS_MS,
    initialData: null,
    initialDataUpdatedAt: 0,
    gcTime: 0,
  });
  return { stats: data, isFailed: isError };
}
