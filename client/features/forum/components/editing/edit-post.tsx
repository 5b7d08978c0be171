import { lazyPart } from '#client/ui/lazy-part.tsx';

/** Stands in the place of the own first post's words while they are edited (section 6). */
export const EditPost = lazyPart(() => import('./edit-post-form.tsx').then((file) => file.EditPostForm), {
  waiting: <div className="panel h-54" aria-hidden="true" />,
  leave: ({ onCancel }) => onCancel(),
});
