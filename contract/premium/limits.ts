// Numbers and fixed words of premium, with their units. No imports, so that the browser may have them for their own few bytes.

/** Between a press on Subscribe and the page of the membership service (specification, section 9). */
export const SUBSCRIBE_DELAY_MS = 800;
/** Between two steps of a counter that runs up (specification, section 9). */
export const COUNTER_TICK_MS = 50;
