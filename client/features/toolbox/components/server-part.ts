import type { Doing, Toolbox } from '#client/features/toolbox/use-servers.ts';
import type { ToolboxServer } from '#contract/toolbox/api.ts';

/** What is asked before it is done. */
export type Question = 'stop' | 'delete' | 'host-key';

/** What every part about one server needs. */
export type ServerPart = {
  server: ToolboxServer;
  toolbox: Toolbox;
  /** What is being done with it right now. */
  doing: Doing | undefined;
  onAsk: (question: Question) => void;
};
