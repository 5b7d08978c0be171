import { useEffect } from 'react';
import { ownRead } from '#client/features/uploads/own-reads.ts';
import { paceOf, useProgress } from '#client/features/uploads/use-progress.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { load, useLoaded } from '#client/kit/data/query.ts';
import type { OwnUpload } from '#contract/uploads/api.ts';
import { OwnChecks, OwnFindings, PreviewState } from './own-checks.tsx';

const Live = ({ upload }: { upload: OwnUpload }) => {
  const isLost = useProgress(upload.id, paceOf(upload));
  return (
    <div className="mb-7 grid gap-5">
      <OwnChecks upload={upload} isLost={isLost} />
      <PreviewState upload={upload} />
      <OwnFindings upload={upload} />
    </div>
  );
};

/** Shows the progress of checks and previews for a resource that was just submitted. */
export function AfterArrival({ id }: { id: string }) {
  const context = useAppContext();
  const upload = useLoaded(ownRead(id));
  useEffect(() => {
    // A failure can be ignored here: the upload's own page shows the same information in full.
    load(context, ownRead(id)).catch(() => null);
  }, [context, id]);
  return upload ? <Live upload={upload} /> : null;
}
