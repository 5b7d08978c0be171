import type { RefObject } from 'react';
import { writeAddress } from '#client/features/toolbox/toolbox-labels.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { FileDistribution } from './file-distribution.tsx';
import { HostKeys } from './host-keys.tsx';
import { LiveStats } from './live-stats.tsx';
import type { ServerPart } from './server-part.ts';
import { ServerSettings } from './server-settings.tsx';
import { StatusMark } from './status-mark.tsx';

/** The Start button, or the Restart and Stop buttons while the server is online (specification, section 4). */
const Verbs = ({ server: { id, status }, toolbox, doing, onAsk }: ServerPart) => {
  const isBusy = doing !== undefined;
  if (status !== 'online') {
    return (
      // The key forces a new element, so that Start does not turn into Restart under the pointer.
      <Button
        key="start"
        variant="solid"
        busy={doing === 'start'}
        idle={isBusy}
        onClick={() => void toolbox.tellToDo(id, 'start')}
      >
        Start
      </Button>
    );
  }
  return (
    <>
      <Button idle={isBusy} onClick={() => void toolbox.tellToDo(id, 'restart')}>
        Restart
      </Button>
      <Button idle={isBusy} onClick={() => onAsk('stop')}>
        Stop
      </Button>
    </>
  );
};

/** Shows both host keys for comparison, and a button to accept the new one after a reinstall. */
const OtherHostKey = ({ server: { hostKey, shownHostKey }, onAsk, doing }: ServerPart) => (
  <>
    <HostKeys pinned={hostKey} shown={shownHostKey} />
    <Button
      size="sm"
      className="mt-3"
      busy={doing === 'host-key'}
      idle={doing !== undefined}
      onClick={() => onAsk('host-key')}
    >
      Remove host key
    </Button>
  </>
);

const Reason = (part: ServerPart) => {
  const { status, statusReason, reasonCode } = part.server;
  if (statusReason === null) return null;
  return (
    <Message tone={status === 'error' ? 'error' : 'info'}>
      <p className="wrap-anywhere">{statusReason}</p>
      {reasonCode === 'host-key' && <OtherHostKey {...part} />}
    </Message>
  );
};

/** Details of a server: live statistics, settings and actions. Use the server's id as React key. */
export function ServerDetail({
  headingRef,
  ...part
}: ServerPart & { headingRef: RefObject<HTMLHeadingElement | null> }) {
  const { server, toolbox } = part;
  return (
    <section aria-labelledby="server-name" className="grid min-w-0 content-start gap-3 lg:gap-4">
      <div className="panel p-5">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
          <div className="min-w-0">
            <h2 id="server-name" ref={headingRef} tabIndex={-1} className="display text-state wrap-anywhere outline-0">
              {server.name}
            </h2>
            <p className="mt-2.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
              <span role="status">
                <StatusMark status={server.status} className="font-semibold" />
              </span>
              {server.isChecking && <span className="text-muted">checking</span>}
              <span className="text-muted">{server.location}</span>
              <span className="mono text-muted">{writeAddress(server)}</span>
              {server.isDefault && <Badge tone="daylight">Default</Badge>}
            </p>
          </div>
          <div className="flex flex-none flex-wrap gap-2">
            <Verbs {...part} />
          </div>
        </div>
        <div className="mt-4 empty:hidden">
          <Reason {...part} />
        </div>
      </div>
      <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,9fr)_minmax(0,4fr)] lg:gap-4">
        <LiveStats server={server} toolbox={toolbox} />
        <FileDistribution server={server} />
      </div>
      <ServerSettings {...part} />
    </section>
  );
}
