import { everyPageHolds } from './every-page.ts';

everyPageHolds('adminSettings', 768, 1440);
