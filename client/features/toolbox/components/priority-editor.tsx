import { type SubmitEvent, useEffect, useState } from 'react';
import { priorityOf } from '#client/features/toolbox/servers.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { SERVER_PRIORITY_MAX } from '#contract/toolbox/limits.ts';

/** Edits the priority (higher comes first). If the server rejects a value, the previous one is restored. */
export function PriorityEditor({
  priority,
  isBusy,
  onSave,
}: {
  priority: number;
  isBusy: boolean;
  onSave: (priority: number) => void;
}) {
  const [typed, setTyped] = useState(String(priority));
  // Show changes made by another administrator.
  useEffect(() => setTyped(String(priority)), [priority]);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const next = priorityOf(typed);
    setTyped(String(next));
    if (next !== priority) onSave(next);
  };
  return (
    <form className="flex items-end gap-2" method="post" noValidate onSubmit={submit}>
      <TextField
        label="Priority"
        inputMode="numeric"
        autoComplete="off"
        maxLength={String(-SERVER_PRIORITY_MAX).length}
        className="w-28"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" busy={isBusy} className="h-11">
        Save<span className="sr-only"> priority</span>
      </Button>
    </form>
  );
}
