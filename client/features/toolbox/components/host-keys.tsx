import { ServerFact } from './fact.tsx';

/** The fingerprint that is trusted beside the one that the server shows now, so that somebody can compare them. */
export function HostKeys({ pinned, shown }: { pinned: string | null; shown: string | null }) {
  return (
    <dl className="mt-3 grid gap-3 text-sm">
      <ServerFact label="Key of the first contact">
        <span className="mono">{pinned ?? 'not kept'}</span>
      </ServerFact>
      <ServerFact label="Key that it shows now">
        <span className="mono">{shown ?? 'not learned yet'}</span>
      </ServerFact>
    </dl>
  );
}
