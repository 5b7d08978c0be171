import { everyPageHolds } from './every-page.ts';

everyPageHolds('accounts', 390, 1440);
