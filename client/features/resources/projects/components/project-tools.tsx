import { useState } from 'react';
import { useNavigate } from 'react-router';
import { closeProject, openProject } from '#client/features/resources/projects/own-api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { invalidateAll } from '#client/kit/data/query.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { showToast } from '#client/ui/overlay/toast-queue.ts';
import { Panel } from '#client/ui/panel.tsx';
import { collectionPath, PROJECTS_PATH } from '#contract/paths.ts';

const QUESTIONS = {
  renew: {
    title: 'Change the link?',
    description: 'People who have the current link can no longer open this project.',
    action: 'Change link',
  },
  close: {
    title: 'Close this project?',
    description: 'The link stops working. The collection and your notes stay.',
    action: 'Close project',
  },
} as const;

/** The owner's tools: the private link, and a way to change it or to close the project. */
export function ProjectTools({ collectionId, projectKey }: { collectionId: string; projectKey: string }) {
  const context = useAppContext();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<keyof typeof QUESTIONS | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const link = `${context.origin}${PROJECTS_PATH}/${projectKey}`;

  const act = async (what: keyof typeof QUESTIONS): Promise<void> => {
    const params = { id: collectionId };
    setBusy(true);
    setFailure(null);
    try {
      if (what === 'renew') {
        const { key } = await openProject(context.transport, { params, body: { renew: true } });
        invalidateAll(context);
        await navigate(`${PROJECTS_PATH}/${key}`, { replace: true });
        showToast({ tone: 'success', text: 'The link was changed.' });
      } else {
        await closeProject(context.transport, { params });
        invalidateAll(context);
        await navigate(collectionPath(collectionId), { replace: true });
      }
      setAsking(null);
    } catch (error) {
      setFailure((error as Error).message);
    }
    setBusy(false);
  };
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(link);
      showToast({ tone: 'success', text: 'The link was copied.' });
    } catch {
      showToast({ tone: 'error', text: 'Your browser didn’t copy the link. Select it and copy it yourself.' });
    }
  };
  const question = asking && QUESTIONS[asking];
  return (
    <Panel title="Private link" className="on-screen">
      <TextField
        label="Link to this project"
        hint="Everyone who has it can see the assets, your notes and the status. Search engines can't."
        value={link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="solid" onClick={() => void copy()}>
          Copy link
        </Button>
        <Button onClick={() => setAsking('renew')}>Change link</Button>
        <Button variant="danger" onClick={() => setAsking('close')}>
          Close project
        </Button>
      </div>
      <Dialog
        open={question !== null}
        onOpenChange={(isOpen) => !isOpen && setAsking(null)}
        title={question?.title ?? ''}
        description={question?.description ?? ''}
        actions={
          <>
            <Button onClick={() => setAsking(null)}>Cancel</Button>
            <Button
              variant={asking === 'close' ? 'danger' : 'solid'}
              busy={busy}
              onClick={() => asking && void act(asking)}
            >
              {question?.action}
            </Button>
          </>
        }
      >
        {failure && <Message tone="error">{failure}</Message>}
      </Dialog>
    </Panel>
  );
}
