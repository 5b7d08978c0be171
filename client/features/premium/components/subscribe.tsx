import { useId, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import type { PremiumFacts } from '#contract/premium/api.ts';
import { plansOf } from './plan-labels.ts';
import type { Leaving } from './use-leaving.ts';

const never = () => () => {};
/** False in the document as it was sent and while the browser takes it over. */
const useScripts = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

type Props = { label: string; facts: PremiumFacts; leaving: Leaving; className?: string };

/** A button as soon as scripts run; until then, and without them, a link to the same place. */
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

/** What one agrees to by subscribing: the sum, that it comes again, where it ends (product.md PR-1). */
const Conditions = ({ id, facts }: { id: string; facts: PremiumFacts }) => (
  <div id={id} className="mt-3 text-sm text-muted">
    {facts.membershipUrl === null && (
      <p className="mb-2 font-semibold text-fg">Subscribing is not possible yet: this site has no membership page.</p>
    )}
    {plansOf(facts).map(({ interval, sum, renews }) => (
      <p key={interval} className={`for-${interval}`}>
        {sum} is charged now, and again {renews} until you cancel. Patreon adds tax where it has to.
      </p>
    ))}
    <p>
      Cancel whenever you like, under your memberships at Patreon. The{' '}
      <Link to="/terms" className="link">
        terms
      </Link>{' '}
      apply.
    </p>
  </div>
);

/** A way to subscribe, with everything that has to be known before. */
export function Subscribe(props: Props) {
  const conditions = useId();
  return (
    <div className={props.className}>
      <SubscribeButton {...props} describedBy={conditions} />
      <Conditions id={conditions} facts={props.facts} />
    </div>
  );
}
