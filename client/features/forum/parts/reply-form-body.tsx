import type { Post, ThreadPage } from '#contract/forum.ts';
import type { Answered } from './reply-form.tsx';

export const ReplyFormBody = (_props: { thread: ThreadPage; quote?: Answered; onPosted(post: Post): void }) => (
  <form className="panel" aria-label="Post a Reply" />
);
