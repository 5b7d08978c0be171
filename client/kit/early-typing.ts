// What was typed, ticked or chosen on a page that the server drew, before its scripts were there: nothing of it is lost.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isBox = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';

/** The value that the server drew. */
const drawnValue = (field: Field): string => {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value ?? '';
};

const isChanged = (field: Field): boolean => {
  if (field.type === 'hidden' || field.type === 'submit') return false;
  // Of radio buttons only the chosen one tells something.
  if (isBox(field)) return field.checked !== field.defaultChecked && (field.checked || field.type === 'checkbox');
  return field.value !== drawnValue(field);
};

const fire = (field: Field, type: string): boolean => field.dispatchEvent(new Event(type, { bubbles: true }));

/** Sets a value behind React's back, which then takes the event for a change like any other. */
const setTyped = (field: Field, value: string): void =>
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);

/** Where the caret is; kinds of fields that do not tell give null. */
const caretOf = (field: Field): [number, number] | null =>
  'selectionStart' in field && field.selectionStart !== null && field.selectionEnd !== null
    ? [field.selectionStart, field.selectionEnd]
    : null;

const retype = (field: Field, drawn: string, kept: string, keptCaret: [number, number] | null): void => {
  if (field.type === 'file') return void fire(field, 'change');
  // A field that React has emptied gets back what it held; in the others somebody may have typed on.
  const isEmptied = field.value === drawn;
  const value = isEmptied ? kept : field.value;
  const caret = isEmptied ? keptCaret : caretOf(field);
  // First what was drawn: a form that has read the typed value already would see no change.
  field.value = value;
  setTyped(field, drawn);
  fire(field, 'input');
  setTyped(field, value);
  if (caret && document.activeElement === field && 'setSelectionRange' in field) field.setSelectionRange(...caret);
  fire(field, 'input');
  if (field instanceof HTMLSelectElement) fire(field, 'change');
};

/**
 * Call before React takes `root` over. What it returns tells React of all that was typed until then, as if it had just been;
 * call that when the page listens.
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
