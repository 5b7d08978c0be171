import type { Doing, Toolbox } from '#client/features/toolbox/use-servers.ts';
import type { ToolboxServer } from '#contract/toolbox/api.ts';

/** Actions that ask before they run. */
export type Question = 'stop' | 'delete' | 'host-key';

/** Props shared by all parts about one server. */
export type ServerPart = {
  server: ToolboxServer;
  toolbox: Toolbox;
  /** The action currently running on it. */
  doing: Doing | undefined;
  onAsk: (question: Question) => void;
};
