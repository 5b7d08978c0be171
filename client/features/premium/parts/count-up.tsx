import { useEffect, useRef, useState } from 'react';
import { wantsLess } from '#client/ui/wants-less.ts';
import { nextCount, TICK_MS } from './count-steps.ts';
import { atLeast } from './plan-words.ts';

/**
 * A number that counts up to itself when it comes into view. The document holds the true one, which is also what is read
 * out, and the place that it takes, so that nothing moves; with reduced motion nothing counts.
 */
export const CountUp = ({ to }: { to: number }) => {
  const [shown, setShown] = useState(to);
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    setShown(to);
    if (!place.current || to === 0 || wantsLess()) return;
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
      }, TICK_MS);
    });
    observer.observe(place.current);
    return () => {
      observer.disconnect();
      clearInterval(timer);
    };
  }, [to]);
  return (
    <span ref={place} className="count-up">
      <span className="count-up-true">{atLeast(to)}</span>
      <span className="count-up-shown" aria-hidden="true">
        {atLeast(shown)}
      </span>
    </span>
  );
};
