import { fileKind } from '#client/features/resources/components/files/folder-view.ts';
import type { ResourceFile, Stage } from '#contract/resources/api.ts';
import { viewKind } from './view-kind.ts';

const noteFor = ({ file, state, reason }: Stage): string | null => {
  if (reason) return reason;
  if (state === 'making') return 'A preview is being made. It appears here when it’s ready.';
  if (state === 'no-tools') return 'This site can’t make previews of clips and sounds at the moment.';
  return file && viewKind(file) === null ? `No preview for .${fileKind(file.name).toLowerCase()}` : null;
};

/** Why there is nothing to play. */
export function StageNote({ shown, file }: { shown: Stage; file: ResourceFile | null }) {
  // The reply is about one file; the visitor may have chosen another.
  const isOfReply = file?.name === shown.file?.name;
  const note = noteFor(isOfReply ? { ...shown, file } : { file, state: 'none', reason: null });
  return (
    <div>
      {note && (
        <p className="stage-note">
          {isOfReply && shown.state === 'making' && <span className="stage-making" aria-hidden="true" />}
          {note}
        </p>
      )}
    </div>
  );
}
