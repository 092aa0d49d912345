import { fieldInfo, type Path } from './fields.ts'
import { type Sort, withId } from './sort.ts'
import type { Dialect } from './sql-dialect.ts'
import { placeOf } from './sql-place.ts'
import type { SqlTarget } from './sql-target.ts'
import { type Sql, sql, trusted } from './sql-text.ts'
import { sqlite } from './sqlite-dialect.ts'

/**
 * What follows ORDER BY, in the order of `compareRecords`; metadata keys are bound values. A field that
 * is never empty is ordered by its plain column, so that an index on (column, id) serves both directions.
 * @throws QueryError when the target has no column for a field.
 */
export function toOrderBy(sort: Sort, target: SqlTarget, dialect: Dialect = sqlite): Sql {
  if (sort.kind === 'random') return trusted('random()')
  return withId(sort.keys)
    .map(({ path, descending }) => {
      const order = trusted(descending ? ' DESC' : ' ASC')
      const last = trusted(isNullable(path) ? ' NULLS LAST' : '')
      return sql`${sortedBy(path, target, dialect)}${order}${last}`
    })
    .reduce((left, right) => sql`${left}, ${right}`)
}

function sortedBy(path: Path, target: SqlTarget, dialect: Dialect): Sql {
  const place = placeOf(path, target, dialect)
  return place.kind === 'scalar'
    ? place.scalar.value
    : dialect.scalarOrNull(place.metadata, place.keys)
}

/** A field that is required in one resource and not in the other is taken as nullable. */
function isNullable([field]: Path): boolean {
  const infos = [fieldInfo('objects', field), fieldInfo('media', field)]
  return infos.every((info) => !info) || infos.some((info) => info?.nullable)
}
