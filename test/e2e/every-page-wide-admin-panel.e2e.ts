import { everyPageHolds } from './every-page.ts';

everyPageHolds('adminPanel', 1440);
