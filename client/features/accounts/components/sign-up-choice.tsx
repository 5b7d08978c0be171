import { type RefObject, useEffect } from 'react';
import { Button } from '#client/ui/forms/button.tsx';
import { Icon, type IconName } from '#client/ui/icon.tsx';

const benefits: { icon: IconName; text: string }[] = [
  { icon: 'save', text: 'save and organize favorite assets' },
  { icon: 'user', text: 'follow top leakers' },
  { icon: 'upload', text: 'apply to become a verified leaker' },
];

export type SignUpWish = 'member' | 'leaker';

/**
 * First step of the sign-up dialog: lists the benefits, and lets the user join as a member or a leaker (specification, section
 * 2).
 */
export function SignUpChoice({
  first,
  isReturn,
  onChoose,
}: {
  first: RefObject<HTMLButtonElement | null>;
  /**
   * Whether the user came back from the second step. If so, the first button takes focus, because the button that was focused
   * there no longer exists.
   */
  isReturn: boolean;
  onChoose: (wish: SignUpWish) => void;
}) {
  useEffect(() => {
    if (isReturn) first.current?.focus();
  }, [isReturn, first]);
  return (
    <>
      <ul className="flex flex-col gap-3">
        {benefits.map(({ icon, text }) => (
          <li key={text} className="flex items-center gap-3">
            <Icon name={icon} className="text-muted" />
            <span className="block first-letter:uppercase">{text}</span>
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-col gap-2.5">
        <Button ref={first} variant="solid" size="lg" block onClick={() => onChoose('member')}>
          Join as Member
        </Button>
        <Button size="lg" block onClick={() => onChoose('leaker')}>
          Apply as Leaker
        </Button>
      </div>
    </>
  );
}
