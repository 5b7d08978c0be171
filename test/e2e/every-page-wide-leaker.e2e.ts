import { everyPageHolds } from './every-page.ts';

everyPageHolds('leaker', 1440);
