import { everyPageHolds } from './every-page.ts';

everyPageHolds('leaker', 390, 1440);
