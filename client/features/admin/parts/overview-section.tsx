import { PageTitle } from '#client/ui/page-title.tsx';

export const OverviewSection = () => <PageTitle>overview</PageTitle>;
