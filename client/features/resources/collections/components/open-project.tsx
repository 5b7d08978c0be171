import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { openProject } from '#client/features/resources/projects/own-api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { invalidateAll } from '#client/kit/data/query.ts';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { PROJECTS_PATH } from '#contract/paths.ts';

/** Makes a project bin of a collection, or opens it. */
export function OpenProject({ id, projectKey }: { id: string; projectKey: string | null }) {
  const context = useAppContext();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const open = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const { key } = await openProject(context.transport, { params: { id }, body: {} });
      invalidateAll(context);
      await navigate(`${PROJECTS_PATH}/${key}`);
    } catch (error) {
      setFailure((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <Panel title="Project bin">
      <p className="mb-4 text-sm text-muted">
        For one edit: a note and a status for each asset, credits and licences to export, and a private link.
      </p>
      {failure && (
        <Message tone="error" className="mb-4">
          {failure}
        </Message>
      )}
      {projectKey ? (
        <Link to={`${PROJECTS_PATH}/${projectKey}`} className={buttonClass()}>
          Open project
        </Link>
      ) : (
        <Button busy={busy} onClick={() => void open()}>
          Use as a project bin
        </Button>
      )}
    </Panel>
  );
}
