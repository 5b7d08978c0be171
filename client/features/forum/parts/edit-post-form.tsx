import type { Post } from '#contract/forum.ts';

export const EditPostForm = (_props: { post: Post; onSaved(post: Post): void; onCancel(): void }) => null;
