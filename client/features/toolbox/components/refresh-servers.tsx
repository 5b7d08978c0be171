import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { SERVERS_KEY } from '#client/features/toolbox/use-servers.ts';
import { IconButton } from '#client/ui/forms/icon-button.tsx';

/** Button that reloads the list, unless a request is already running. */
export function RefreshServers() {
  const client = useQueryClient();
  const isBusy = useIsFetching({ queryKey: SERVERS_KEY }) > 0;
  return (
    <IconButton
      icon="refresh"
      label="Refresh servers"
      aria-busy={isBusy || undefined}
      onClick={() => void client.refetchQueries({ queryKey: SERVERS_KEY }, { cancelRefetch: false })}
    />
  );
}
