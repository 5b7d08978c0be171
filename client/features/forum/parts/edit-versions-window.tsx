export const VersionsWindow = (_props: { postId: string; open: boolean; onOpenChange(open: boolean): void }) => null;
