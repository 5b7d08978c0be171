import { Fact } from './fact.tsx';

/** The fingerprint that is trusted beside the one that the server shows now, so that somebody can compare them. */
export function HostKeys({ pinned, shown }: { pinned: string | null; shown: string | null }) {
  return (
    <dl className="mt-3 grid gap-3 text-sm">
      <Fact label="Key of the first contact">
        <span className="mono">{pinned ?? 'not kept'}</span>
      </Fact>
      <Fact label="Key that it shows now">
        <span className="mono">{shown ?? 'not learned yet'}</span>
      </Fact>
    </dl>
  );
}
