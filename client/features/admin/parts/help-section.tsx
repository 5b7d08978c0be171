import { PageTitle } from '#client/ui/page-title.tsx';

export const HelpSection = () => <PageTitle>help</PageTitle>;
