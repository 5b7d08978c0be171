import { everyPageHolds } from './every-page.ts';

everyPageHolds('adminContent', 768, 1440);
