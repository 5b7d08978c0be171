/** Id of the element beside a stage in which the stage can show panels. */
export const RAIL_ID = 'stage-rail';
