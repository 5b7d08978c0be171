import { Badge } from '#client/ui/badge.tsx';

/** Shows whether credentials for a third party are configured. They are set in the environment, not in the panel. */
export function ConfiguredBadge({ isConfigured }: { isConfigured: boolean }) {
  return <Badge tone={isConfigured ? 'scope' : 'muted'}>{isConfigured ? 'Configured' : 'Not configured'}</Badge>;
}
