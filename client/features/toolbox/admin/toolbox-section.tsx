import { useState } from 'react';
import { Banner } from '#client/features/toolbox/components/banner.tsx';
import { LazyAddServer } from '#client/features/toolbox/components/lazy-windows.ts';
import { type Choice, ServersView } from '#client/features/toolbox/components/servers-view.tsx';
import { useToolbox } from '#client/features/toolbox/use-toolbox.ts';
import { adminTime } from '#client/kit/admin/admin-labels.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import '../toolbox.css';

const SUMS = ['servers', 'online', 'uploads', 'storage'];

const LastUpdated = ({ at }: { at: number }) => {
  const time = new Date(at).toISOString();
  return (
    <p className="text-sm text-muted">
      Last updated <time dateTime={time}>{adminTime(time).slice(-5)} UTC</time>
    </p>
  );
};

/** Skeleton with the layout of the loaded page, to avoid layout shift. */
const Waiting = () => (
  <div className="grid gap-3 lg:gap-4">
    <p className="sr-only" role="status">
      Loading servers
    </p>
    <div className="grid grid-cols-2 gap-3 md:grid-cols-4 lg:gap-4" aria-hidden="true">
      {SUMS.map((name) => (
        <div key={name} className="skeleton h-33 rounded-lg" />
      ))}
    </div>
    <div className="servers-split" aria-hidden="true">
      <div className="skeleton h-16 rounded-lg lg:h-48" />
      <div className="grid gap-3 lg:gap-4">
        <div className="skeleton h-28 rounded-lg" />
        <div className="skeleton h-72 rounded-lg" />
      </div>
    </div>
    <div className="skeleton h-64 rounded-lg" aria-hidden="true" />
  </div>
);

/** The toolbox section: administrators monitor, start and stop servers (specification, section 2; product.md TB-1). */
export function ToolboxSection() {
  const { toolbox, state } = useToolbox();
  const [choice, setChoice] = useState<Choice>({ id: null, turn: 0 });
  const [isAdding, setAdding] = useState(false);
  const { servers, listFailure, failure, said, updatedAt } = state;
  const addButton = (
    <Button
      variant="solid"
      onPointerEnter={LazyAddServer.preload}
      onFocus={LazyAddServer.preload}
      onClick={() => setAdding(true)}
    >
      Add New Server
    </Button>
  );
  return (
    <>
      <PageTitle
        className="mb-5"
        actions={
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            {updatedAt !== null && <LastUpdated at={updatedAt} />}
            {servers && servers.length > 0 && addButton}
          </div>
        }
      >
        Helix Toolbox
      </PageTitle>
      <div className="mb-4 grid gap-3 empty:hidden">
        {listFailure && <Banner failure={listFailure} onRetry={toolbox.refresh} />}
        {failure && <Banner failure={failure} server={failure.server} onClose={toolbox.dismiss} />}
        {said && <Message tone="success">{said}</Message>}
      </div>
      {servers === null && !listFailure && <Waiting />}
      {servers?.length === 0 && (
        <EmptyState title="No servers yet" actions={addButton}>
          Add a server you can reach over SSH to see its status and start or stop its service.
        </EmptyState>
      )}
      {servers && servers.length > 0 && (
        <ServersView toolbox={toolbox} state={state} servers={servers} choice={choice} onChoice={setChoice} />
      )}
      {isAdding && (
        <LazyAddServer
          toolbox={toolbox}
          onClose={() => setAdding(false)}
          onAdded={(id) => {
            setAdding(false);
            setChoice({ id, turn: choice.turn + 1 });
          }}
        />
      )}
    </>
  );
}
