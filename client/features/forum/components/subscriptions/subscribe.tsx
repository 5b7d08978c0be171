import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { SubscribeProps } from './subscribe-button.tsx';

/** Button that subscribes to a thread. Render it only for members, once the thread's data is their own. */
export const SubscribeToThread = lazyPart<SubscribeProps>(
  () => import('./subscribe-button.tsx').then((file) => file.SubscribeButton),
  { silent: true },
);
