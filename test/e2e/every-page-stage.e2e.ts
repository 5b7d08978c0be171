import { everyPageHolds } from './every-page.ts';

everyPageHolds('stage', 390, 1440);
