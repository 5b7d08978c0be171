import { useState } from 'react';
import { choiceToAsk, gathered } from '#client/features/resources/choice-to-ask.ts';
import { measure, type SelectedFiles, type ShownEntries } from '#client/features/resources/selection.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { makeSelection } from '#client/kit/downloads/api.ts';
import { downloadAlert, openDownload } from '#client/kit/downloads/open-download.ts';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { showToast } from '#client/ui/overlay/toast-queue.ts';
import { SELECTION_MAX_CHARACTERS, SELECTION_MAX_PATHS, SELECTION_TOO_LARGE } from '#contract/downloads/limits.ts';
import { filesOf } from './folder-view.ts';

const isTooMuch = (paths: readonly string[]): boolean =>
  paths.length > SELECTION_MAX_PATHS ||
  paths.reduce((sum, path) => sum + encodeURIComponent(path).length, 0) > SELECTION_MAX_CHARACTERS;

const alertOf = (error: unknown): string => {
  if (!(error instanceof CallError)) return downloadAlert(error, undefined);
  return error.code === 'TOO_LARGE' || error.fields.paths ? SELECTION_TOO_LARGE : downloadAlert(error, undefined);
};

/**
 * Bar at the bottom of the window with actions and the number and total size of the selected files. Shown while the list is in
 * view.
 */
export function SelectionBar({
  resourceId,
  shown,
  chosen,
  adFree,
  onClear,
}: {
  resourceId: string;
  shown: ShownEntries;
  chosen: SelectedFiles;
  adFree: boolean;
  onClear: () => void;
}) {
  const context = useAppContext();
  const [busy, setBusy] = useState(false);
  const total = measure(chosen);
  const start = async () => {
    const body = choiceToAsk(gathered(chosen, shown));
    const { all, paths, except = [] } = body;
    if (isTooMuch([...paths, ...except])) {
      showToast({ tone: 'error', text: SELECTION_TOO_LARGE });
      return;
    }
    const isOneThing = except.length === 0 && paths.length === (all ? 0 : 1);
    // There are download URLs for all files, a single file and a single folder. Any other selection must first be created on the
    // server.
    const what = isOneThing
      ? { file: paths[0] }
      : {
          select: async () => (await makeSelection(context.transport, { params: { id: resourceId }, body })).selection,
        };
    setBusy(true);
    try {
      await openDownload(context, { id: resourceId, adFree, ...what });
    } catch (error) {
      showToast({ tone: 'error', text: alertOf(error) });
    }
    setBusy(false);
  };
  return (
    <section
      aria-label="Selected files"
      className="panel sticky bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-10 mt-3 flex items-center gap-2 border-line-strong bg-raised py-2.5 pr-2.5 pl-4"
    >
      <p className="mono min-w-0 flex-1 truncate">
        {filesOf(total.files)}, {formatBytes(total.size)}
      </p>
      <Button variant="quiet" onClick={onClear}>
        Clear
      </Button>
      <Button variant="solid" busy={busy} onClick={start}>
        <Icon name="download" small />
        <span>
          Download<span className="max-sm:sr-only"> selected</span>
        </span>
      </Button>
    </section>
  );
}
