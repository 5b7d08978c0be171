// A page's <head> as crawlers and link previews read it.
import { JSDOM } from 'jsdom';

export type PageHead = {
  title: string;
  /** Values of meta elements, by `name` or `property`. */
  meta: Map<string, string[]>;
  /** `href` of link elements, by `rel`. */
  links: Map<string, string[]>;
  /** Parsed JSON-LD blocks. */
  things: Record<string, unknown>[];
  document: Document;
};

const collect = (elements: Iterable<Element>, nameOf: (element: Element) => string | null, value: string) => {
  const found = new Map<string, string[]>();
  for (const element of elements) {
    const name = nameOf(element);
    if (name) found.set(name, [...(found.get(name) ?? []), element.getAttribute(value) ?? '']);
  }
  return found;
};

/** Parses a document's head. @throws if a JSON-LD block is not valid JSON */
export function readHead(html: string): PageHead {
  const { DOMParser } = new JSDOM('').window;
  const document = new DOMParser().parseFromString(html, 'text/html');
  const nameOf = (element: Element) => element.getAttribute('name') ?? element.getAttribute('property');
  return {
    title: document.head.querySelector('title')?.textContent ?? '',
    meta: collect(document.head.querySelectorAll('meta'), nameOf, 'content'),
    links: collect(document.head.querySelectorAll('link'), (element) => element.getAttribute('rel'), 'href'),
    things: [...document.head.querySelectorAll('script[type="application/ld+json"]')].map((script) =>
      JSON.parse(script.textContent ?? ''),
    ),
    document,
  };
}

type Thing = Record<string, unknown>;

const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Fields that search engines require in objects of each type, according to their documentation. */
const required: Record<string, readonly string[]> = {
  WebSite: ['name', 'url', 'potentialAction'],
  SearchAction: ['target', 'query-input'],
  EntryPoint: ['urlTemplate'],
  Organization: ['name', 'url', 'logo'],
  BreadcrumbList: ['itemListElement'],
  ItemList: ['itemListElement'],
  ListItem: ['position', 'name'],
  CollectionPage: ['name', 'url'],
  Collection: ['name', 'url', 'author'],
  CreativeWork: [
    'name',
    'description',
    'url',
    'image',
    'author',
    'dateCreated',
    'datePublished',
    'dateModified',
    'interactionStatistic',
  ],
  ProfilePage: ['mainEntity', 'dateCreated'],
  Person: ['name'],
  InteractionCounter: ['interactionType', 'userInteractionCount'],
  DiscussionForumPosting: ['headline', 'text', 'url', 'datePublished', 'author'],
  Comment: ['text', 'datePublished', 'author'],
  FAQPage: ['mainEntity'],
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
  Product: ['name', 'description', 'offers'],
  Offer: ['price', 'priceCurrency', 'url'],
  UnitPriceSpecification: ['price', 'priceCurrency'],
};

/** Fields that contain URLs. */
const ADDRESSES = ['url', 'item', 'image', 'logo', 'isPartOf', 'license'];

/** Errors in an object and all objects nested in it. `origin` is the site's origin. */
export function faultsOf(thing: unknown, origin: string, at = 'it'): string[] {
  if (Array.isArray(thing)) return thing.flatMap((part, place) => faultsOf(part, origin, `${at}[${place}]`));
  if (typeof thing !== 'object' || thing === null) return [];
  const fields = thing as Thing;
  const type = String(fields['@type']);
  const wanted = required[type];
  if (!wanted) return [`${at}: ${type} is not a known type`];
  const missing = wanted.filter((name) => !isFilled(fields[name])).map((name) => `${at}: ${type} lacks ${name}`);
  const relative = ADDRESSES.flatMap((name) => [fields[name]].flat()).filter(
    (value) =>
      typeof value === 'string' && !value.startsWith(`${origin}/`) && !value.startsWith('https://creativecommons.org/'),
  );
  return [
    ...missing,
    ...relative.map((value) => `${at}: ${type} links to ${value}`),
    ...Object.entries(fields).flatMap(([name, value]) => faultsOf(value, origin, `${at}.${name}`)),
  ];
}
