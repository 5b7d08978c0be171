import { everyPageHolds } from './every-page.ts';

everyPageHolds('developers', 390, 1440);
