import { Badge, type Tone } from '#client/ui/badge.tsx';
import type { ApiLine } from '#contract/developers.ts';

const tones: Record<ApiLine['method'], Tone> = {
  GET: 'daylight',
  HEAD: 'muted',
  POST: 'scope',
  PUT: 'tungsten',
  PATCH: 'tungsten',
  DELETE: 'clip',
};

export const Method = ({ method }: Pick<ApiLine, 'method'>) => (
  <span className="api-method">
    <Badge tone={tones[method]}>{method}</Badge>
  </span>
);

const askers: Record<ApiLine['access'], string> = {
  visitor: 'Everybody',
  member: 'Members',
  premium: 'Premium',
  leaker: 'Leakers',
  owner: 'Whose it is',
  admin: 'Administrators',
};

const credentialOf = ({ access, scope }: Pick<ApiLine, 'access' | 'scope'>): string | null => {
  if (scope === 'toolbox') return 'token of the toolbox';
  if (scope) return `scope ${scope}`;
  return access === 'visitor' ? null : 'sign-in alone';
};

/** Who may make a call, and with what, in one line. */
export const whoMay = (line: Pick<ApiLine, 'access' | 'scope'>): string => {
  const credential = credentialOf(line);
  return credential ? `${askers[line.access]}, ${credential}` : askers[line.access];
};
