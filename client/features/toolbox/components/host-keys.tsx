import { ServerFact } from './fact.tsx';

/** Shows the trusted fingerprint next to the one the server currently presents, for comparison. */
export function HostKeys({ pinned, shown }: { pinned: string | null; shown: string | null }) {
  return (
    <dl className="mt-3 grid gap-3 text-sm">
      <ServerFact label="Pinned key">
        <span className="mono">{pinned ?? 'none'}</span>
      </ServerFact>
      <ServerFact label="Current key">
        <span className="mono">{shown ?? 'unknown'}</span>
      </ServerFact>
    </dl>
  );
}
