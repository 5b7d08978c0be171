import { useEffect, useRef, useState } from 'react';
import { shownServer } from '#client/features/toolbox/servers.ts';
import type { Toolbox, ToolboxState } from '#client/features/toolbox/use-servers.ts';
import { ServerDetail } from './server-detail.tsx';
import { ServerList } from './server-list.tsx';
import type { Question } from './server-part.ts';
import { ServerQuestion } from './server-question.tsx';
import { ServersTable } from './servers-table.tsx';
import { SummaryCards } from './summary-cards.tsx';

/** The selected server. Incrementing `turn` moves the focus to it. */
export type Choice = { id: string | null; turn: number };

/** The servers page: totals, list, details of the selected server, and table of all servers. */
export function ServersView({
  toolbox,
  state: { doing },
  servers,
  choice,
  onChoice,
}: {
  toolbox: Toolbox;
  state: ToolboxState;
  servers: NonNullable<ToolboxState['servers']>;
  choice: Choice;
  onChoice: (choice: Choice) => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const { turn } = choice;
  useEffect(() => {
    if (turn === 0) return;
    // Wait one frame, because a closing dialog first restores the focus.
    const frame = requestAnimationFrame(() => heading.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [turn]);

  const shown = shownServer(servers, choice.id);
  if (!shown) return null;
  const { id } = shown;
  const open = (next: string | null): void => onChoice({ id: next, turn: turn + 1 });
  // Messages about the previous server no longer apply.
  const choose = (next: Choice): void => {
    if (next.id !== id) toolbox.dismiss();
    setQuestion(null);
    onChoice(next);
  };

  const confirm = async (): Promise<void> => {
    if (question === 'delete') {
      if (await toolbox.remove(id)) open(null);
    } else if (question === 'host-key') await toolbox.forgetHostKey(id);
    else void toolbox.tellToDo(id, 'stop');
    setQuestion(null);
  };

  return (
    <div className="servers-view grid gap-3 lg:gap-4">
      <SummaryCards servers={servers} />
      <div className="servers-split">
        <ServerList servers={servers} shownId={id} onChoose={(next) => choose({ ...choice, id: next })} />
        <ServerDetail
          key={id}
          server={shown}
          toolbox={toolbox}
          doing={doing.get(id)}
          headingRef={heading}
          onAsk={setQuestion}
        />
      </div>
      <ServersTable servers={servers} onOpen={(next) => choose({ id: next, turn: turn + 1 })} />
      {question && (
        <ServerQuestion
          question={question}
          server={shown}
          isBusy={doing.has(id)}
          onConfirm={() => void confirm()}
          onClose={() => setQuestion(null)}
        />
      )}
    </div>
  );
}
