import { lazyPart } from '#client/ui/lazy-part.tsx';

/** 'Post a Reply', under the posts of a thread that is open, for somebody who is signed in (section 2). */
export const ReplyForm = lazyPart(() => import('./reply-form-body.tsx').then((file) => file.ReplyFormBody), {
  // As high as what comes, so that nothing below it moves.
  waiting: <div className="panel h-54" aria-hidden="true" />,
});
