import { useEffect, useState } from 'react';
import { troubleOf } from '#client/features/forum/components/composer/composer-trouble.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { apiCall } from '#client/kit/data/call.ts';
import { Ago } from '#client/kit/text/ago.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { Prose } from '#client/ui/prose.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import type * as contract from '#contract/forum/api.ts';
import type { ReplyOf } from '#contract/http.ts';
import '../../composer.css';

const listVersions = apiCall<typeof contract.listVersions>({
  method: 'GET',
  path: '/api/forum/posts/{id}/versions',
  fallback: 'Failed to load data',
});

type Versions = ReplyOf<typeof contract.listVersions>;

const nameOf = (version: number, newest: number): string => {
  if (version === newest) return 'Current version';
  return version === 1 ? 'Original' : `Version ${version}`;
};

const VersionList = ({ versions }: { versions: Versions }) => (
  <ol className="composer-versions" aria-label="Versions, newest first">
    {versions.map(({ version, html, reason, createdAt }) => (
      <li key={version}>
        <p className="flex flex-wrap items-baseline gap-2">
          <span className="font-semibold">{nameOf(version, versions[0]?.version ?? version)}</span>
          <Ago time={createdAt} className="text-sm text-muted" />
        </p>
        {reason && <p className="text-sm text-muted wrap-anywhere">Reason: {reason}</p>}
        <Prose html={html} className="post-words mt-2.5" />
      </li>
    ))}
  </ol>
);

/** Earlier versions of a post, loaded when the dialog opens. */
export function VersionsWindow({
  postId,
  open,
  onOpenChange,
}: {
  postId: string;
  open: boolean;
  onOpenChange(open: boolean): void;
}) {
  const { transport } = useAppContext();
  const [versions, setVersions] = useState<Versions | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each retry reloads
  useEffect(() => {
    if (!open) return;
    let isLate = false;
    setFailure(null);
    listVersions(transport, { params: { id: postId } }).then(
      (found) => isLate || setVersions(found),
      (error: unknown) => isLate || setFailure(troubleOf(error)),
    );
    return () => {
      isLate = true;
    };
  }, [open, postId, transport, tries]);

  return (
    <Dialog wide open={open} onOpenChange={onOpenChange} title="Versions of this post">
      {versions && <VersionList versions={versions} />}
      {failure && (
        <Message
          tone="error"
          action={
            <Button size="sm" onClick={() => setTries(tries + 1)}>
              Try again
            </Button>
          }
        >
          {failure}
        </Message>
      )}
      {!versions && !failure && <Spinner label="Loading versions" />}
    </Dialog>
  );
}
