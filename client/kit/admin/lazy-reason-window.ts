import { lazyPart } from '#client/ui/lazy-part.tsx';

export const LazyReasonWindow = lazyPart(() => import('./reason-window.tsx').then((file) => file.ReasonWindow), {
  leave: ({ onClose }) => onClose(),
});
