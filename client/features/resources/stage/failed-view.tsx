import { ErrorState } from '#client/ui/error-state.tsx';
import { Button } from '#client/ui/forms/button.tsx';

export function FailedView({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="stage-view stage-plain">
      <ErrorState title="This preview didn’t load" actions={<Button onClick={onRetry}>Try again</Button>}>
        Downloads still work.
      </ErrorState>
    </div>
  );
}
