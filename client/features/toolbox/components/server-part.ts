import type { Doing, Toolbox } from '#client/features/toolbox/use-servers.ts';
import type { ToolboxServer } from '#contract/toolbox/api.ts';

/** Actions that require confirmation. */
export type Question = 'stop' | 'delete' | 'host-key';

/** Props shared by all components that show one server. */
export type ServerPart = {
  server: ToolboxServer;
  toolbox: Toolbox;
  /** The action in progress on this server. */
  doing: Doing | undefined;
  onAsk: (question: Question) => void;
};
