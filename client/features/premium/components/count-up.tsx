import { useEffect, useRef, useState } from 'react';
import { COUNTER_TICK_MS } from '#contract/premium/limits.ts';
import { nextCount } from './count-steps.ts';
import { isCalm } from './is-calm.ts';
import { atLeast } from './plan-labels.ts';

/**
 * A number that counts up when it scrolls into view. The HTML contains the final number, which screen readers announce and which
 * reserves the space. There is no animation if reduced motion is preferred.
 */
export function CountUp({ to }: { to: number }) {
  const [shown, setShown] = useState(to);
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    setShown(to);
    if (!place.current || to === 0 || isCalm()) return;
    let timer: ReturnType<typeof setInterval> | undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      let count = 0;
      setShown(count);
      timer = setInterval(() => {
        count = nextCount(count, to);
        setShown(count);
        if (count === to) clearInterval(timer);
      }, COUNTER_TICK_MS);
    });
    observer.observe(place.current);
    return () => {
      observer.disconnect();
      clearInterval(timer);
    };
  }, [to]);
  return (
    <span ref={place} className="relative inline-block">
      <span className="opacity-0">{atLeast(to)}</span>
      <span className="absolute top-0 right-0" aria-hidden="true">
        {atLeast(shown)}
      </span>
    </span>
  );
}
