import { PageTitle } from '#client/ui/page-title.tsx';

export const UsersSection = () => <PageTitle>users</PageTitle>;
