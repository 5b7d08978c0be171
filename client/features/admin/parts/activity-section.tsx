import { PageTitle } from '#client/ui/page-title.tsx';

export const ActivitySection = () => <PageTitle>activity</PageTitle>;
