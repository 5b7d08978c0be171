import { PageTitle } from '#client/ui/page-title.tsx';

export const LeakersSection = () => <PageTitle>leakers</PageTitle>;
