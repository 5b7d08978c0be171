import { everyPageHolds } from './every-page.ts';

everyPageHolds('palette', 390, 1440);
