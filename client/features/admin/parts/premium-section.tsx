import { PageTitle } from '#client/ui/page-title.tsx';

export const PremiumSection = () => <PageTitle>premium</PageTitle>;
