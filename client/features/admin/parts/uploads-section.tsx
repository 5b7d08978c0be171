import { PageTitle } from '#client/ui/page-title.tsx';

export const UploadsSection = () => <PageTitle>uploads</PageTitle>;
