import { Link } from 'react-router';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';

export type Refusal = { title: string; message: string; back: { label: string; to: string } };

/** A page with one panel that explains why something can't be shown, and one link to continue. */
export function RefusalScreen({ title, message, back }: Refusal) {
  return (
    <div className="wrap py-11 md:py-21">
      <ErrorState
        title={title}
        heading="h1"
        actions={
          <Link to={back.to} className={buttonClass({ variant: 'solid' })}>
            {back.label}
          </Link>
        }
      >
        {message}
      </ErrorState>
    </div>
  );
}
