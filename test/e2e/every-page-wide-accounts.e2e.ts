import { everyPageHolds } from './every-page.ts';

everyPageHolds('accounts', 1440);
