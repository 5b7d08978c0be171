import { PageTitle } from '#client/ui/page-title.tsx';

export const SettingsSection = () => <PageTitle>settings</PageTitle>;
