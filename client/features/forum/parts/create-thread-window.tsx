import type { SubcategoryPage } from './create-thread-button.tsx';

export const CreateThreadWindow = (_props: { subcategory: SubcategoryPage; onClose(): void }) => null;
