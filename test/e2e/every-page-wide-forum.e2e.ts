import { everyPageHolds } from './every-page.ts';

everyPageHolds('forum', 1440);
