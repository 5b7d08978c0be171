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
  visitor: 'Everybody',
  member: 'Members',
  premium: 'Premium',
  leaker: 'Leakers',
  owner: 'Whose it is',
  admin: 'Administrators',
};

/** Who may make a call, and with what, in one line. */
export function whoMay({ access, scope }: Pick<ApiLine, 'access' | 'scope'>): string {
  if (access === 'visitor') return scope ? `Everybody, as yourself with scope ${scope}` : 'Everybody';
  if (scope === 'toolbox') return `${askers[access]}, by a token of the toolbox`;
  return `${askers[access]}, ${scope ? `scope ${scope}` : 'by a sign-in alone'}`;
}
