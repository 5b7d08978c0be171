import './switch-knob.css';

/** The moving part of a button with the role `switch`, which says in `aria-checked` whether it is on. */
export function SwitchKnob() {
  // The size is set here, because the style sheet can arrive later than a page that the server rendered.
  return <span className="switch-knob h-6 w-10" />;
}
