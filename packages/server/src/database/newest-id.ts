/** Tables whose ids are all made here. Those of objects may come with an import, from another clock. */
const tables = ['users', 'projects', 'buckets', 'object_types', 'macros', 'jobs', 'change_sets']

/** Selects the newest `id` that a server made in this database: the next ones continue after it. */
export const NEWEST_ID = `SELECT max(id) AS id FROM (
  ${tables.map((table) => `SELECT max(id) AS id FROM ${table}`).join(' UNION ALL ')}
) AS newest`
