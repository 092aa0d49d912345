import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'

import type { Tables } from '../../database/tables.ts'
import './tables.ts'

const DAY = 24 * 3600 * 1000

/** Days that a change set is stored, and can be undone. */
export const CHANGE_SET_DAYS = 30

/** Kind of the change sets of imports from other systems. */
export const FOREIGN_IMPORT = 'import.foreign'

/** Kinds of the change sets of imports of any file. */
export const importKinds: readonly string[] = ['import', FOREIGN_IMPORT]

/** Days that those of other systems are stored: the next import of the same system compares its values with theirs. */
const FOREIGN_IMPORT_DAYS = 365

/** Change sets that are too old. @param before the end of the days of most of them */
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
