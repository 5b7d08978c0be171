// Keeps what the user typed, ticked or selected on a server-rendered page before its scripts ran.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isBox = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';

/** The field's value in the server-rendered HTML. */
const drawnValue = (field: Field): string => {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value ?? '';
};

const isChanged = (field: Field): boolean => {
  if (field.type === 'hidden' || field.type === 'submit') return false;
  // In a group of radio buttons, only the selected button matters.
  if (isBox(field)) return field.checked !== field.defaultChecked && (field.checked || field.type === 'checkbox');
  return field.value !== drawnValue(field);
};

const fire = (field: Field, type: string): boolean => field.dispatchEvent(new Event(type, { bubbles: true }));

/** Sets a value without React noticing, so that React treats the next event as a normal change. */
const setTyped = (field: Field, value: string): void =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);

/** Caret position; null for field types that don't expose it. */
const caretOf = (field: Field): [number, number] | null =>
  'selectionStart' in field && field.selectionStart !== null && field.selectionEnd !== null
    ? [field.selectionStart, field.selectionEnd]
    : null;

const retype = (field: Field, drawn: string, kept: string, keptCaret: [number, number] | null): void => {
  if (field.type === 'file') return void fire(field, 'change');
  // Restore the value if React has reset the field. Otherwise the user may have typed more, so keep the current value.
  const isEmptied = field.value === drawn;
  const value = isEmptied ? kept : field.value;
  const caret = isEmptied ? keptCaret : caretOf(field);
  // Simulate typing the server's value and then the user's. A form that has already read the user's value would otherwise see no
  // change.
  field.value = value;
  setTyped(field, drawn);
  fire(field, 'input');
  setTyped(field, value);
  if (caret && document.activeElement === field && 'setSelectionRange' in field) field.setSelectionRange(...caret);
  fire(field, 'input');
  if (field instanceof HTMLSelectElement) fire(field, 'change');
};

/**
 * Records which fields were changed before scripts ran. Call it before hydrating `root`; after hydration, call the returned
 * function to replay the changes to React.
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
