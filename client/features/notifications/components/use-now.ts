import { useEffect, useState } from 'react';
import { MINUTE_MS } from '#contract/durations.ts';

/** The current time, updated once a minute. Undefined on the server and until the page is hydrated. */
export function useNow(): number | undefined {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
