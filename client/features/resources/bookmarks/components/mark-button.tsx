import type { ReactNode } from 'react';
import { SignInLink } from '#client/features/resources/components/sign-in-link.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import type { MarkKind } from './marks.ts';
import { useMark } from './use-mark.ts';

type MarkButtonProps = {
  id: string;
  /** Nobody is signed in: it leads to the sign-in page, and from there back to `next`. */
  guest: boolean;
  next: string;
  className: string;
};

/** Like or Save in full: a toggle for members, the way to the sign-in page for guests. */
export function MarkButton({
  kind,
  id,
  guest,
  next,
  className,
  children,
}: MarkButtonProps & { kind: MarkKind; children: ReactNode }) {
  const { on, press } = useMark(kind, id);
  if (guest) {
    return (
      <SignInLink next={next} className={className}>
        {children}
      </SignInLink>
    );
  }
  return (
    <button type="button" className={className} aria-pressed={on} onClick={press}>
      {children}
    </button>
  );
}

/** Follow, or a quiet Unfollow, of somebody; `isFollowing` is what the page was drawn with. */
export function FollowButton({
  id,
  guest,
  next,
  isFollowing,
  className: more,
}: Omit<MarkButtonProps, 'className'> & { isFollowing: boolean; className?: string }) {
  const { on, press } = useMark('followed', id, isFollowing);
  const className = buttonClass({ variant: on && !guest ? 'outline' : 'solid', className: more });
  if (guest) {
    return (
      <SignInLink next={next} className={className}>
        Follow
      </SignInLink>
    );
  }
  return (
    <button type="button" className={className} onClick={press}>
      {on ? 'Unfollow' : 'Follow'}
    </button>
  );
}
