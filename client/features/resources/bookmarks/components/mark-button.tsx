import type { ReactNode } from 'react';
import { SignInLink } from '#client/features/resources/components/sign-in-link.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import type { MarkKind } from './marks.ts';
import { useMark } from './use-mark.ts';

type MarkButtonProps = {
  id: string;
  /** True if nobody is logged in. The button then links to the login page, which returns to `next`. */
  guest: boolean;
  next: string;
  className: string;
};

/** Full-size Like or Save button: a toggle for members, a link to the login page for guests. */
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

/** A Follow button, or a less prominent Unfollow button. `isFollowing` is the state when the page was rendered. */
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
