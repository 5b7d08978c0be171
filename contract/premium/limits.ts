// Premium constants, with their units. No imports, so that the browser bundle stays small.

/** Delay between clicking Subscribe and opening the membership page (specification, section 9). */
export const SUBSCRIBE_DELAY_MS = 800;
/** Interval between the steps of the animated counters (specification, section 9). */
export const COUNTER_TICK_MS = 50;
