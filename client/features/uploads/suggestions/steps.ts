// Splits long work into steps, between which the browser handles input and repaints.

const STEP_MS = 12;

/** Lets the browser handle whatever is waiting. */
export function breath(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Returns a function to call often, which interrupts the work when a step has taken long enough. @throws if aborted */
export function steps(signal: AbortSignal): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < STEP_MS) return undefined;
    return breath().then(() => {
      signal.throwIfAborted();
      began = performance.now();
    });
  };
}
