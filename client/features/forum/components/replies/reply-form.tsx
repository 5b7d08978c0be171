import { lazyPart } from '#client/ui/lazy-part.tsx';

/** 'Post a Reply', below the posts of an open thread, for logged-in members (section 2). */
export const ReplyForm = lazyPart(() => import('./reply-form-body.tsx').then((file) => file.ReplyFormBody), {
  // As high as the form, so that nothing below it moves.
  waiting: <div className="panel h-54" aria-hidden="true" />,
});
