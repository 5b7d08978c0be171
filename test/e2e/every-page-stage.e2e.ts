import { everyPageHolds } from './every-page.ts';
import { test } from './journey.ts';

// One after another, because they share a pack.
test.describe.configure({ mode: 'default' });
everyPageHolds('stage', 390, 1440);
