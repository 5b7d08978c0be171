/** Exports of `resources` for other domains. */
export {
  /** Finds an asset the viewer may see, or throws a 404. */
  findVisible,
} from './actions.ts';
export {
  /** SQL condition for resources that everyone can see. */
  isVisible,
} from './bookmarks/queries.ts';
export {
  /** Looks up a collection for its share image. */
  findCollection,
} from './collections/queries.ts';
export {
  /** Columns that lists select for a card. */
  cardColumns,
  /** Total for the home page and the admin dashboard. */
  countAllUsers,
  /** Total for the home page. */
  countFreeForAllUse,
  /** Total for the home page and the admin dashboard. */
  countResources,
  /** Cards by id, for lists. */
  findCards,
  /** Listing filters with their counts. */
  findFacets,
  /** Most common spelling of facet values. */
  findSpellings,
  /** SQL condition for clips and sounds that can have a preview. */
  hasMediaPreview,
  /** SQL conditions for files that need another program to have a preview. */
  hasPdfPreview,
  hasSevenZipPreview,
  /** SQL condition for pictures and LUTs that can have a preview. */
  hasStillPreview,
  /** Files of an asset, for downloads. */
  listResourceFiles,
  /** Locks an author's uploads before a rename, which changes them too. */
  lockUploads,
  /** Names the jobs that make previews, to find out whether any are being made. */
  previewJobKeys,
} from './queries.ts';
export {
  /** Average colour of a thumbnail, as the background of share images. */
  averageColor,
  /** Licences that allow commercial use. */
  commercialLicences,
  /** Rule for who may see an asset. */
  maySee,
  /** Maps a row to a card, for lists. */
  presentCard,
  /** Page and limit of a list request. */
  readResourcePage,
  /** URL of a thumbnail. */
  thumbnailUrl,
} from './rules.ts';
export {
  /** Suggests assets while someone is typing, for the command palette. */
  createAssetSuggestions,
} from './search/suggesting.ts';
export {
  /** What people searched for without a result, for the demand radar. */
  countUnmetSearches,
  /** A row of it. */
  type UnmetCount,
} from './unmet-searches/queries.ts';
export {
  /** The key that searches are counted with. */
  createPeopleHash,
} from './unmet-searches/rules.ts';
