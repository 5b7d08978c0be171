/** What other domains may use of `resources`. */
export {
  /** An asset that the viewer may see, or a 404. */
  findVisible,
} from './actions.ts';
export {
  /** The condition of what everybody may see. */
  isVisible,
} from './bookmarks/queries.ts';
export {
  /** Share cards show a collection. */
  findCollection,
} from './collections/queries.ts';
export {
  /** Lists select the columns of a card. */
  cardColumns,
  /** Home's and the admin's numbers. */
  countAllUsers,
  /** Home's numbers. */
  countFreeForAllUse,
  /** Home's and the admin's numbers. */
  countResources,
  /** Lists show cards of given ids. */
  findCards,
  /** Filters of the listing. */
  findFacets,
  /** Search suggests spellings. */
  findSpellings,
  /** Downloads read the files of an asset. */
  listResourceFiles,
  /** A changed name changes the author's uploads too. */
  lockUploads,
} from './queries.ts';
export {
  /** Share cards start from the colour of the thumbnail. */
  averageColor,
  /** Licences that allow commercial use. */
  commercialLicences,
  /** The rule of who may see an asset. */
  maySee,
  /** Lists answer with cards. */
  presentCard,
  /** Page and limit of a list call. */
  readResourcePage,
  /** Addresses of thumbnails. */
  thumbnailUrl,
} from './rules.ts';
