import { lazyPart } from '#client/ui/lazy-part.tsx';

/** The 'Post a Reply' form below the posts of an open thread, for logged-in members (section 2). */
export const ReplyForm = lazyPart(() => import('./reply-form-body.tsx').then((file) => file.ReplyFormBody), {
  // Has the same height as the form, so that nothing below it moves when the form loads.
  waiting: <div className="panel h-54" aria-hidden="true" />,
});
