import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useAuth } from '#client/kit/session.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { returnPath, startPage } from '#contract/accounts/after-sign-in.ts';
import { SignUpChoice, type SignUpWish } from './sign-up-choice.tsx';
import { REGISTRATION_CLOSED, SignUpForm, type SignUpOutcome } from './sign-up-form.tsx';

const titles: Record<SignUpWish, string> = { member: 'Create Your Account', leaker: 'Apply as Leaker' };

/**
 * Restores focus on phones. The button that opened the dialog is inside the menu, which closes behind the dialog, so focus moves
 * to the menu button. On wide screens the menu button is hidden, and the dialog restores focus itself.
 */
const useFocusBack = (): void =>
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) document.querySelector<HTMLElement>('header summary')?.focus();
      });
    },
    [],
  );

/** The sign-up dialog. It has two steps; leaker applications have a third one that shows the outcome. */
export function SignUpDialog({ onClose }: { onClose: () => void }) {
  const { session } = useAuth();
  const { site } = useAppContext();
  const { search } = useLocation();
  const navigate = useNavigate();
  // Going back unmounts the second step. The email is kept, but the password is not.
  const [email, setEmail] = useState('');
  const [wish, setWish] = useState<SignUpWish | null>(null);
  const first = useRef<HTMLButtonElement>(null);
  useFocusBack();
  const [isReturn, setReturn] = useState(false);
  const [outcome, setOutcome] = useState<SignUpOutcome | null>(null);
  const [wasMember] = useState(session.state === 'signed-in');
  // Close the dialog if a logged-in user opened its URL.
  useEffect(() => {
    if (wasMember) onClose();
  }, [wasMember, onClose]);
  const next = returnPath(new URLSearchParams(search).get('next'));

  const back = (): void => {
    setWish(null);
    setReturn(true);
  };
  const leadOn = (): void => void navigate(next ?? startPage(session.user?.role ?? 'USER'), { replace: true });
  const finish = (ended: SignUpOutcome): void => {
    if (ended === 'member') leadOn();
    else setOutcome(ended);
  };

  if (wasMember) return null;
  if (outcome) {
    return (
      <Dialog
        open
        onOpenChange={leadOn}
        title={outcome === 'applied' ? 'Application submitted' : 'One more step'}
        description={
          outcome === 'applied'
            ? 'Your application has been submitted. You can track it on your dashboard.'
            : "Your account is ready. Check your inbox and confirm your email, and we'll submit your application."
        }
        actions={
          <Button variant="solid" onClick={leadOn}>
            Go to your dashboard
          </Button>
        }
      />
    );
  }
  if (!site.registrationOpen) {
    return <Dialog open onOpenChange={onClose} title={`Join ${site.siteName}`} description={REGISTRATION_CLOSED} />;
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      initialFocus={first}
      title={wish ? titles[wish] : `Join ${site.siteName}`}
      before={wish && <IconButton icon="back" label="Back" size="sm" onClick={back} />}
    >
      {wish ? (
        <SignUpForm wish={wish} next={next ?? undefined} email={email} onEmail={setEmail} onDone={finish} />
      ) : (
        <SignUpChoice first={first} isReturn={isReturn} onChoose={setWish} />
      )}
    </Dialog>
  );
}
