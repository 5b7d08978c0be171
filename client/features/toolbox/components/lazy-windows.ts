import { lazyPart } from '#client/ui/lazy-part.tsx';

/** The Add New Server form, loaded when it is first opened. */
export const LazyAddServer = lazyPart(() => import('./add-server.tsx').then((file) => file.AddServer), {
  leave: ({ onClose }) => onClose(),
});
