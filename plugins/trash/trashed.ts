/** What is selected in the trash: nothing that commands about objects could work on. */
export const TRASHED = 'trashed'
