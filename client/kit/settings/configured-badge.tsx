import { Badge } from '#client/ui/badge.tsx';

/** Shows whether a third party's credentials are configured. They are set in environment variables, not in the panel. */
export function ConfiguredBadge({ isConfigured }: { isConfigured: boolean }) {
  return <Badge tone={isConfigured ? 'scope' : 'muted'}>{isConfigured ? 'Configured' : 'Not configured'}</Badge>;
}
