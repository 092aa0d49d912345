/**
 * The tables of the database, by name. Each resource adds its own beside its SQL:
 * `declare module '…/database/tables.ts' { interface Tables { media: MediaTable } }`
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- filled by declaration merging
export interface Tables {}
