/** Rows of a page that one can choose from. */
export const pageSizes = [10, 25, 50, 100, 500, 1000] as const

/** Rows of a page where nobody chose: they fill a window. The API's page is shorter (specification §9). */
export const LIST_PAGE_SIZE = 50
