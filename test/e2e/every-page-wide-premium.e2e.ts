import { everyPageHolds } from './every-page.ts';

everyPageHolds('premium', 1440);
