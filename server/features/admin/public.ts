/** What other domains may use of `admin`. */
export {
  /** Pages show the site's logo. */
  logoUrl,
} from './settings/rules.ts';
