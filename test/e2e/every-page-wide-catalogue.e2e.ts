import { everyPageHolds } from './every-page.ts';

everyPageHolds('catalogue', 1440);
