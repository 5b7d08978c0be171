import { lazyPart } from '#client/ui/lazy-part.tsx';

/** All versions of a post, for its author and administrators. Render it only when needed, because rendering it loads its code. */
export const VersionsDialog = lazyPart(() => import('./edit-versions-window.tsx').then((file) => file.VersionsWindow), {
  leave: ({ onOpenChange }) => onOpenChange(false),
});
