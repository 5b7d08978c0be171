// State machine of the ad page's countdown: counting, starting (the browser is being sent to the file), started.

export type CountdownState =
  | { phase: 'counting'; remaining: number }
  | { phase: 'starting'; remaining: number }
  | { phase: 'started'; remaining: number };

export type CountdownEvent = 'tick' | 'skip' | 'sent';

/** Initial state for a countdown of `seconds`. */
export function startCountdown(seconds: number): CountdownState {
  return seconds > 0 ? { phase: 'counting', remaining: seconds } : { phase: 'starting', remaining: 0 };
}

/** The state after an event. Only `counting` can lead to `starting`, so a download never starts twice. */
export function countdown(state: CountdownState, event: CountdownEvent): CountdownState {
  if (event === 'sent') return state.phase === 'starting' ? { phase: 'started', remaining: 0 } : state;
  if (state.phase !== 'counting') return state;
  const remaining = event === 'skip' ? 0 : state.remaining - 1;
  return remaining > 0 ? { phase: 'counting', remaining } : { phase: 'starting', remaining: 0 };
}

/** The text below the heading (specification, section 4). */
export function countdownLine({ phase, remaining }: CountdownState): string {
  if (phase === 'starting') return 'Starting download...';
  if (phase === 'started') return 'Download started! If nothing happens, click the button below.';
  return `Download will start in ${remaining} seconds`;
}
