import { fieldInfo, type Path, printPath } from './fields.ts'
import { limits } from './limits.ts'
import { QueryError } from './query-error.ts'
import { scalarsOf, type StoredRecord, valuesAt } from './stored-values.ts'

/** Finds an object by its id, in the version that the query reads; returns undefined for a missing object. */
export type FindObject = (id: string) => StoredRecord | undefined

/** A path that continues in another object, split in two. */
export interface RelationPath {
  /** The path of the relation: `metadata.author`. */
  relation: Path
  /** The path in the related object: `metadata.country`. */
  field: Path
}

/**
 * Splits a path after its first relation. A second `metadata`, or a field of objects after a key, belongs to the
 * related object. The same path may also lead through groups, such as `metadata.seo.title`: only the values of an
 * object can tell.
 */
export function relationIn(path: Path): RelationPath | undefined {
  const [first] = path
  if (first !== 'metadata') return undefined
  const last = path.length - 1
  const next = path.indexOf('metadata', 2)
  const isObjectField = last >= 2 && fieldInfo('objects', path[last] ?? '') !== undefined
  const at = next >= 0 ? next : isObjectField ? last : -1
  const [field, ...keys] = path.slice(at < 0 ? path.length : at)
  if (field === undefined || (field === 'metadata' && keys.length === 0)) return undefined
  return { relation: [first, ...path.slice(1, at)], field: [field, ...keys] }
}

/** Returns the number of relations in a path. */
export function levelsOf(path: Path): number {
  const through = relationIn(path)
  return through ? 1 + levelsOf(through.field) : 0
}

/**
 * Checks how many relations a path follows.
 * @throws QueryError when it follows more relations than a query may
 */
export function checkRelations(path: Path, at: string): void {
  if (levelsOf(path) <= limits.relations) return
  const rule = `${printPath(path)} must lead through at most ${limits.relations} relations`
  throw new QueryError('too_deep', at, rule)
}

/** Returns the values at a path, in the record itself and in its related objects. */
export function valuesThrough(
  record: StoredRecord,
  path: Path,
  findObject: FindObject | undefined,
): unknown[] {
  const texts = valuesAt(record, path)
  const through = findObject && relationIn(path)
  if (!through) return texts
  const ids = valuesAt(record, through.relation).flatMap(scalarsOf)
  const related = ids.flatMap((id) => {
    const object = typeof id === 'string' ? findObject(id) : undefined
    return object ? valuesThrough(object, through.field, findObject) : []
  })
  return [...texts, ...related]
}
