import { useId, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import type { PremiumFacts } from '#contract/premium/api.ts';
import { plansOf } from './plan-labels.ts';
import type { Leaving } from './use-leaving.ts';

const never = () => () => {};
/** Whether scripts are running: false on the server and during hydration. */
const useScripts = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

type Props = { label: string; facts: PremiumFacts; leaving: Leaving; className?: string };

/** Leads to the membership page: a link until scripts are running, then a button. */
const SubscribeButton = ({
  label,
  facts: { membershipUrl },
  leaving,
  describedBy,
}: Props & { describedBy: string }) => {
  const hasScripts = useScripts();
  const look = { variant: 'premium', size: 'lg', block: true } as const;
  if (membershipUrl && !hasScripts) {
    return (
      <a href={membershipUrl} className={buttonClass(look)} aria-describedby={describedBy}>
        {label}
      </a>
    );
  }
  return (
    <Button
      {...look}
      busy={leaving.isLeaving}
      disabled={membershipUrl === null}
      onClick={leaving.leave}
      aria-describedby={describedBy}
    >
      {leaving.isLeaving ? 'Processing...' : label}
    </Button>
  );
};

/** Terms of the subscription: the amount, renewal, and how to cancel (product.md PR-1). */
const Conditions = ({ id, facts }: { id: string; facts: PremiumFacts }) => (
  <div id={id} className="mt-3 text-sm text-muted">
    {facts.membershipUrl === null && <p className="mb-2 font-semibold text-fg">Subscriptions aren’t open yet.</p>}
    {plansOf(facts).map(({ interval, sum, renews }) => (
      <p key={interval} className={`for-${interval}`}>
        {sum} is charged now, and again {renews} until you cancel. Patreon may add tax.
      </p>
    ))}
    <p>
      Cancel anytime on Patreon. The{' '}
      <Link to="/terms" className="link">
        terms
      </Link>{' '}
      apply.
    </p>
  </div>
);

/** The subscribe button, with the terms of the subscription. */
export function Subscribe(props: Props) {
  const conditions = useId();
  return (
    <div className={props.className}>
      <SubscribeButton {...props} describedBy={conditions} />
      <Conditions id={conditions} facts={props.facts} />
    </div>
  );
}
