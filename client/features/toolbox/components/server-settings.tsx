import { orUnknown, UNKNOWN, writeAddress } from '#client/features/toolbox/toolbox-labels.ts';
import { Ago } from '#client/kit/text/ago.tsx';
import { formatDay } from '#client/kit/text/format-date.ts';
import { wholeNumber } from '#client/ui/charts/chart-numbers.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { ServerFact } from './fact.tsx';
import { PriorityEditor } from './priority-editor.tsx';
import type { ServerPart } from './server-part.ts';

/** Server settings, including the priority and the default server. */
export function ServerSettings({ server, toolbox, doing, onAsk }: ServerPart) {
  const { id, isDefault } = server;
  const isBusy = doing !== undefined;
  return (
    <Panel>
      <h3 className="display mb-4 text-h3">About this server</h3>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-4">
        <ServerFact label="Address">{writeAddress(server)}</ServerFact>
        <ServerFact label="Location">{server.location}</ServerFact>
        <ServerFact label="Logs in as">
          {server.username}, with {server.signsInBy}
        </ServerFact>
        <ServerFact label="Service">{server.service}</ServerFact>
        <ServerFact label="Upload folder">{server.uploadDir ?? UNKNOWN}</ServerFact>
        <ServerFact label="Uploads">{orUnknown(server.uploadCount, wholeNumber)}</ServerFact>
        <ServerFact label="Last response">{server.lastPing ? <Ago time={server.lastPing} /> : 'never'}</ServerFact>
        <ServerFact label="Added">{formatDay(server.createdAt)}</ServerFact>
        <ServerFact label="Host key" className="col-span-full">
          <span className="mono">{server.hostKey ?? 'none yet'}</span>
        </ServerFact>
      </dl>
      <div className="mt-5 flex flex-wrap items-end gap-x-3 gap-y-4 border-t border-line pt-5">
        <PriorityEditor
          priority={server.priority}
          isBusy={doing === 'priority'}
          onSave={(priority) => void toolbox.setPriority(id, priority)}
        />
        <div className="ml-auto flex flex-wrap gap-2">
          <Button busy={doing === 'default'} idle={isBusy} onClick={() => void toolbox.setDefault(id, !isDefault)}>
            {isDefault ? 'Unset as default' : 'Set as default'}
          </Button>
          <Button idle={isBusy} onClick={() => onAsk('delete')}>
            Delete
          </Button>
        </div>
      </div>
    </Panel>
  );
}
