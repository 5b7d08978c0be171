// Strict XML parsing.
import { JSDOM } from 'jsdom';

const { DOMParser } = new JSDOM('').window;

/** Parses a document. @throws if it is not well-formed */
export function parseXml(text: string): Document {
  const document = new DOMParser().parseFromString(text, 'application/xml');
  const error = document.querySelector('parsererror');
  if (error) throw new Error(error.textContent ?? 'not well-formed');
  return document;
}

/** Text of all elements with a given name, in order. */
export function textsOf(document: Document | Element, name: string): string[] {
  return [...document.getElementsByTagName(name)].map((element) => element.textContent ?? '');
}
