import { Badge, type Tone } from '#client/ui/badge.tsx';
import type { ApiLine } from '#contract/developers/api.ts';

const tones: Record<ApiLine['method'], Tone> = {
  GET: 'daylight',
  HEAD: 'muted',
  POST: 'scope',
  PUT: 'tungsten',
  PATCH: 'tungsten',
  DELETE: 'clip',
};

export function Method({ method }: Pick<ApiLine, 'method'>) {
  return (
    <span className="api-method">
      <Badge tone={tones[method]}>{method}</Badge>
    </span>
  );
}

const askers: Record<ApiLine['access'], string> = {
  visitor: 'Everyone',
  member: 'Members',
  premium: 'Premium',
  leaker: 'Leakers',
  owner: 'Owner',
  admin: 'Admins',
};

/** One line about who may use an endpoint, and how. */
export function whoMay({ access, scope }: Pick<ApiLine, 'access' | 'scope'>): string {
  if (access === 'visitor') return scope ? `Everyone; acts as you with scope ${scope}` : 'Everyone';
  if (scope === 'toolbox') return `${askers[access]}, with a toolbox token`;
  return `${askers[access]}, ${scope ? `scope ${scope}` : 'session only'}`;
}
