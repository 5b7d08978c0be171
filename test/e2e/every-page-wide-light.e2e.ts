import { everyPageHolds } from './every-page.ts';

everyPageHolds(1440, 'light');
