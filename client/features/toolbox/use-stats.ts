import { useQuery } from '@tanstack/react-query';
import type { ServerStats, ToolboxServer } from '#contract/toolbox/api.ts';
import { TOOLBOX_STATS_MS } from '#contract/toolbox/limits.ts';
import type { Toolbox } from './use-servers.ts';

export type Stats = {
  /** The latest ones; null before the first reply. */
  stats: ServerStats | null;
  /** The last call failed, so the stats are older. */
  isFailed: boolean;
};

/**
 * Readings of a server: polled every 10 seconds while it is online; for one that has gone offline, its last readings are
 * requested once. Use the server's id as key of the component.
 */
export function useStats(toolbox: Toolbox, { id, status, lastPing }: ToolboxServer): Stats {
  const isOnline = status === 'online';
  const { data, isError } = useQuery<ServerStats | null>({
    queryKey: ['toolbox', 'stats', id],
    queryFn: () => toolbox.measure(id),
    enabled: ({ state }) => isOnline || (lastPing !== null && state.data === null && state.error === null),
    refetchInterval: isOnline && TOOLBOX_STATS_MS,
    // Returning to the page only reloads if the interval has passed.
    refetchOnWindowFocus: ({ state }) => Date.now() - state.dataUpdatedAt >= TOOLBOX_STATS_MS,
    initialData: null,
    initialDataUpdatedAt: 0,
    gcTime: 0,
  });
  return { stats: data, isFailed: isError };
}
