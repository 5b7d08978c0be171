import { lazyPart } from '#client/ui/lazy-part.tsx';

/** The form for a new server, loaded when it is opened. */
export const LazyAddServer = lazyPart(() => import('./add-server.tsx').then((file) => file.AddServer), {
  leave: ({ onClose }) => onClose(),
});
