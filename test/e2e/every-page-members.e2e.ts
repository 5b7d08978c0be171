import { everyPageHolds } from './every-page.ts';

everyPageHolds('members', 390, 1440);
