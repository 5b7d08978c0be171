import { useEffect, useState } from 'react';
import { counted } from '#client/features/forum/forum-labels.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import type { getAllowance as contract } from '#contract/forum/write.ts';
import type { ReplyOf } from '#contract/http.ts';
import { getAllowance } from './newcomer-calls.ts';

type Allowance = ReplyOf<typeof contract>;

const sentencesOf = ({ postsLeft, linksMax, waitSeconds }: Allowance): string => {
  if (waitSeconds > 0)
    return `New accounts can't write more posts at the moment. You can post again in ${counted(Math.ceil(waitSeconds / 60), 'minute', 'minutes')}.`;
  const links = counted(linksMax ?? 0, 'link', 'links');
  return `Your account is new: you can write ${counted(postsLeft ?? 0, 'more post', 'more posts')} this hour, each with up to ${links} to other sites.`;
};

/** Tells the owners of new accounts how much they may write. It is asked for when they start writing. */
export function NewcomerNote({ isWriting }: { isWriting: boolean }) {
  const { transport } = useAppContext();
  const [allowance, setAllowance] = useState<Allowance | null>(null);
  useEffect(() => {
    if (!isWriting) return;
    let isLate = false;
    getAllowance(transport, {}).then(
      (given) => isLate || setAllowance(given),
      // Without an answer, the server says it when the post is sent.
      () => null,
    );
    return () => {
      isLate = true;
    };
  }, [transport, isWriting]);
  return (
    <p role="status" className="mt-1.5 text-sm text-muted empty:hidden">
      {isWriting && allowance?.isNew && sentencesOf(allowance)}
    </p>
  );
}
