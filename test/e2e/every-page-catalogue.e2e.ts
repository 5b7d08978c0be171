import { everyPageHolds } from './every-page.ts';

everyPageHolds('catalogue', 390, 1440);
