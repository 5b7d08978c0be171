import { lazyPart } from '#client/ui/lazy-part.tsx';

/** Every version of a post, for its author and for administrators. Draw it when it is wanted: it is fetched then. */
export const VersionsDialog = lazyPart(() => import('./edit-versions-window.tsx').then((file) => file.VersionsWindow), {
  leave: ({ onOpenChange }) => onOpenChange(false),
});
