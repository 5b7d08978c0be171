import { everyPageHolds } from './every-page.ts';

everyPageHolds('members', 1440);
