import { everyPageHolds } from './every-page.ts';

everyPageHolds('premium', 390, 1440);
