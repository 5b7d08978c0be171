import { everyPageHolds } from './every-page.ts';

everyPageHolds('notifications', 390, 1440);
