import { everyPageHolds } from './every-page.ts';

everyPageHolds('adminPanel', 768, 1440);
