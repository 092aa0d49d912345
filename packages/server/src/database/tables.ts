/**
 * The tables of the database, by name. Each resource adds its own next to its SQL:
 * `declare module '…/database/tables.ts' { interface Tables { media: MediaTable } }`
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- filled by declaration merging
export interface Tables {}

/** Tables whose ids are all generated here. Ids of objects may come with an import, from another clock. */
const OWN_IDS = [
  'users',
  'workspaces',
  'projects',
  'buckets',
  'object_types',
  'macros',
  'smart_views',
  'jobs',
  'change_sets',
  'comments',
  'invites',
  'audit_log',
  'webhooks',
  'webhook_deliveries',
]

/** Selects the newest `id` that a server made in this database: the next ones continue after it. */
export const NEWEST_ID = `SELECT max(id) AS id FROM (
  ${OWN_IDS.map((table) => `SELECT max(id) AS id FROM ${table}`).join(' UNION ALL ')}
) AS newest`
