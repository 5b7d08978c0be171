import { everyPageHolds } from './every-page.ts';

everyPageHolds('developers', 1440);
