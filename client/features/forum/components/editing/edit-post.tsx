import { lazyPart } from '#client/ui/lazy-part.tsx';

/** Replaces the text of the user's own first post while it is being edited (section 6). */
export const EditPost = lazyPart(() => import('./edit-post-form.tsx').then((file) => file.EditPostForm), {
  waiting: <div className="panel h-54" aria-hidden="true" />,
  leave: ({ onCancel }) => onCancel(),
});
