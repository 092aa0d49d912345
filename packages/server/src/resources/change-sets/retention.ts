import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'

import type { Tables } from '../../database/tables.ts'
import './tables.ts'

const DAY = 24 * 3600 * 1000

/** How many days a change set is stored and can be undone. */
export const CHANGE_SET_DAYS = 30

/** The kind of change sets of imports from other systems. */
export const FOREIGN_IMPORT = 'import.foreign'

/** The kinds of change sets of all imports. */
export const importKinds: readonly string[] = ['import', FOREIGN_IMPORT]

/**
 * How many days change sets of imports from other systems are stored: the next import from the same system compares its
 * values with theirs.
 */
const FOREIGN_IMPORT_DAYS = 365

/** Returns the condition for outdated change sets. @param before the time limit for most kinds */
export const isOutdated =
  (before: string) =>
  (eb: ExpressionBuilder<Tables, 'change_sets'>): Expression<SqlBool> => {
    const more = (FOREIGN_IMPORT_DAYS - CHANGE_SET_DAYS) * DAY
    const longBefore = new Date(Date.parse(before) - more).toISOString()
    return eb.and([
      eb('created_at', '<', before),
      eb.or([eb('kind', '<>', FOREIGN_IMPORT), eb('created_at', '<', longBefore)]),
    ])
  }
