import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { SERVERS_KEY } from '#client/features/toolbox/use-servers.ts';
import { IconButton } from '#client/ui/forms/icon-button.tsx';

/** Asks for the servers now; while they are being asked for already, that answer is waited for. */
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
