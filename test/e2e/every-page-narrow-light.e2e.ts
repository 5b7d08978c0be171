import { everyPageHolds } from './every-page.ts';

everyPageHolds(390, 'light');
