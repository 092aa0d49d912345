/** Rows of a page to choose from; the first is the specification's (§9). */
export const pageSizes = [10, 25, 50, 100, 500, 1000] as const
