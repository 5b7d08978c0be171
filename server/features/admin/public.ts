/** Exports of `admin` for other domains. */
export {
  /** URL of the site's logo, for pages. */
  logoUrl,
} from './settings/rules.ts';
