import { everyPageHolds } from './every-page.ts';

everyPageHolds('forum', 390, 1440);
