import { Badge } from '#client/ui/badge.tsx';

/** Whether a third party has credentials on this site: those come from its configuration, not from here. */
export function ConfiguredBadge({ isConfigured }: { isConfigured: boolean }) {
  return <Badge tone={isConfigured ? 'scope' : 'muted'}>{isConfigured ? 'Configured' : 'Not configured'}</Badge>;
}
