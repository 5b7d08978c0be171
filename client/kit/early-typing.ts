// Keeps what was typed, ticked or selected on a server-rendered page before its scripts ran.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isBox = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';

/** The value rendered by the server. */
const drawnValue = (field: Field): string => {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value ?? '';
};

const isChanged = (field: Field): boolean => {
  if (field.type === 'hidden' || field.type === 'submit') return false;
  // For radio buttons, only the selected one matters.
  if (isBox(field)) return field.checked !== field.defaultChecked && (field.checked || field.type === 'checkbox');
  return field.value !== drawnValue(field);
};

const fire = (field: Field, type: string): boolean => field.dispatchEvent(new Event(type, { bubbles: true }));

/** Sets a value without React noticing, so it treats the next event as a normal change. */
const setTyped = (field: Field, value: string): void =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);

/** Caret position; null for field types that don't expose it. */
const caretOf = (field: Field): [number, number] | null =>
  'selectionStart' in field && field.selectionStart !== null && field.selectionEnd !== null
    ? [field.selectionStart, field.selectionEnd]
    : null;

const retype = (field: Field, drawn: string, kept: string, keptCaret: [number, number] | null): void => {
  if (field.type === 'file') return void fire(field, 'change');
  // Restore a field that React has reset. In the others, the user may have kept typing.
  const isEmptied = field.value === drawn;
  const value = isEmptied ? kept : field.value;
  const caret = isEmptied ? keptCaret : caretOf(field);
  // Set the server's value first: a form that has already read the typed value would see no change.
  field.value = value;
  setTyped(field, drawn);
  fire(field, 'input');
  setTyped(field, value);
  if (caret && document.activeElement === field && 'setSelectionRange' in field) field.setSelectionRange(...caret);
  fire(field, 'input');
  if (field instanceof HTMLSelectElement) fire(field, 'change');
};

/**
 * Records changed fields; call it before hydrating `root`. Call the returned function after hydration to replay the
 * changes to React.
 */
export function keepEarlyTyping(root: HTMLElement): () => void {
  const fields = [...root.querySelectorAll<Field>('input, textarea, select')].filter(isChanged).map((field) => ({
    field,
    drawn: drawnValue(field),
    kept: field.value,
    caret: caretOf(field),
    isTicked: isBox(field) && field.checked,
  }));
  return () => {
    for (const { field, drawn, kept, caret, isTicked } of fields) {
      if (!field.isConnected) continue;
      if (!isBox(field)) {
        retype(field, drawn, kept, caret);
        continue;
      }
      field.checked = !isTicked;
      field.click();
    }
  };
}
