import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { useAuth } from '#client/kit/session.tsx';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { SubcategoryPage } from '#contract/forum/api.ts';

const Window = lazyPart(() => import('./create-thread-window.tsx').then((file) => file.CreateThreadWindow), {
  leave: ({ onClose }) => onClose(),
});

/**
 * The 'Create Thread' button (section 2). Guests have to log in first, after which they return here. The dialog's code is loaded
 * on the first click. A URL with `about` (contract/paths.ts, `askPath`) opens the dialog for a thread about that asset.
 */
export function CreateThread({ subcategory }: { subcategory: SubcategoryPage }) {
  const { session } = useAuth();
  const { pathname, search } = useLocation();
  const [parameters, setParameters] = useSearchParams();
  const about = parameters.get('about');
  const [isOpen, setOpen] = useState(false);
  const words = (
    <>
      <Icon name="plus" />
      Create Thread
    </>
  );
  if (session.state === 'signed-out') {
    return (
      <Link to={`/login?next=${encodeURIComponent(pathname + search)}`} className={buttonClass({ variant: 'solid' })}>
        {words}
      </Link>
    );
  }
  const close = (): void => {
    setOpen(false);
    if (about) setParameters({}, { replace: true, preventScrollReset: true });
  };
  return (
    <>
      <Button variant="solid" disabled={session.state === 'loading'} onClick={() => setOpen(true)}>
        {words}
      </Button>
      {(isOpen || (about && session.user)) && <Window subcategory={subcategory} about={about} onClose={close} />}
    </>
  );
}
