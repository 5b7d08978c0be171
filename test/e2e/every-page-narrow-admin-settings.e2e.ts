import { everyPageHolds } from './every-page.ts';

everyPageHolds('adminSettings', 390);
