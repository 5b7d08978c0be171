import { useRef } from 'react';
import { Link } from 'react-router';
import { AskedCard, LimitCard, SuccessCard } from '#client/features/requests/components/outcome-cards.tsx';
import { RequestForm } from '#client/features/requests/components/request-form.tsx';
import { Similar } from '#client/features/requests/components/similar.tsx';
import { useRequest } from '#client/features/requests/components/use-request.ts';
import type { PageSpec } from '#client/kit/data/page.ts';
import { load } from '#client/kit/data/query.ts';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { requestHead, requestTitle } from './request-heads.ts';
import { waitRead } from './wait-read.ts';
import './requests.css';

const HERE = '/request';

export const page: PageSpec = {
  load: async ({ context }) => {
    const person = context.person.current;
    // If the server is unreachable, the waiting time stored in this browser is used. The server checks it again when the form is
    // sent.
    if (person) await load(context, waitRead(person.id)).catch(() => null);
    return undefined;
  },
  head: ({ context }) => (import.meta.env.SSR ? requestHead(context) : { title: requestTitle(context) }),
};

const steps = [
  ['Link to the original', "Link to the creator's own page, so we know what you want and what it costs."],
  ['Others join in', 'Same request? It counts as a vote. Most-voted requests go first.'],
  ['We look for it', "We'll email you when the status changes (requires a verified email)."],
  ['One every 24 hours', 'The limit applies to everyone. Requests and votes from Premium members get priority.'],
] as const;

const Steps = () => (
  <section>
    <h2 className="display mb-2 text-h3">How it works</h2>
    <ol className="request-steps">
      {steps.map(([title, text], index) => (
        <li key={title}>
          <span className="mono text-muted" aria-hidden="true">
            {`0${index + 1}`}
          </span>
          <div>
            <p className="font-semibold">{title}</p>
            <p className="mt-0.5 text-sm text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
    <p className="mt-4 flex flex-wrap gap-x-5 gap-y-2 text-sm">
      <Link to="/resources" className="link">
        Browse assets
      </Link>
      <Link to="/report" className="link">
        Contact support
      </Link>
    </p>
  </section>
);

/** /request: the form for requesting a missing resource (specification, section 2; product.md RQ-1). */
export default function RequestPage() {
  const request = useRequest();
  const { outcome, wait, typed, again, change } = request;
  // The card about the limit receives the focus only if it replaces the form.
  const hadForm = useRef(false);
  const isFormShown = !outcome && !wait.isWaiting;
  if (isFormShown) hadForm.current = true;
  return (
    <div className="wrap pt-10 pb-21">
      <PageTitle
        actions={
          <Link to="/requests" className={buttonClass()}>
            See all requests
          </Link>
        }
      >
        Request a resource
      </PageTitle>
      <p className="mt-4 mb-9 max-w-prose text-muted">
        Can't find something? Tell us what it is and link to it. Creators check this board.
      </p>
      <noscript>
        <p className="message c-tungsten mb-5">This form needs JavaScript, which is turned off in your browser.</p>
      </noscript>
      <div className="request-split">
        <div>
          {outcome?.status === 'success' && <SuccessCard outcome={outcome} wait={wait} onAgain={again} />}
          {outcome?.status === 'warning' && <AskedCard outcome={outcome} onChange={change} onAgain={again} />}
          {!outcome && wait.isWaiting && <LimitCard wait={wait} isAnswer={hadForm.current} />}
          {isFormShown && <RequestForm request={request} next={HERE} />}
        </div>
        <aside className="max-md:mt-11">
          {isFormShown && <Similar name={typed.name} next={HERE} />}
          <Steps />
        </aside>
      </div>
    </div>
  );
}
