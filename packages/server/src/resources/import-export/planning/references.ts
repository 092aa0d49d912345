import type { ImportMapping, MissingReferences } from '@typecase/contract/import-export'
import type { Metafield } from '@typecase/contract/metafields'

import type { Issues } from '../reading/issues.ts'
import { METADATA } from '../../objects/queries/export/export-columns.ts'
import { keyOf } from '../reading/mapping.ts'
import { bareKey, type ExistingObjects, valueOf } from './existing.ts'
import type { RowMatches } from './match-rows.ts'
import type { StagedRow, Staging } from './staging.ts'

/** A relation of a row, with the facts that decide how a missing object is handled. */
export interface Reference {
  value: string
  field: Metafield
  /** `metadata.topic` */
  path: string
  row: number
  /** Whether the object already has this value. */
  isStored: boolean
  /** Whether the file's values are in the stored form. */
  isExact: boolean
}

/** The stored form of a relation. */
export interface ResolvedRelation {
  id: string | null
  /** How a missing object is handled, and the error message. */
  missing?: { policy: MissingReferences | undefined; message: string }
}

/**
 * Resolves the relations of a file, and counts resolved and missing ones.
 * @param option how missing objects are handled; the default depends on the kind of file
 */
export async function createReferences(
  existing: ExistingObjects,
  staging: Staging,
  { ids }: RowMatches,
  mapping: ImportMapping | undefined,
  issues: Issues,
  { option, isTable }: { option: MissingReferences | undefined; isTable: boolean },
) {
  const counts = { resolved: 0, missing: 0 }
  const lookups = new Map<string, { key: string; ids: ReadonlyMap<string, string> }>()
  for (const column of mapping?.columns ?? []) {
    const key = keyOf(column)
    if (key === undefined || !column.relation) continue
    const { type, key: field } = column.relation
    const matches = await existing.byField(type, field)
    // Rows of this file may refer to each other.
    if (type === mapping?.object_type) {
      for (const page of staging.matchedPages()) {
        for (const { object, match } of page) {
          const value = valueOf(object, field)
          if (value !== undefined) matches.set(value, match.id)
        }
      }
    }
    lookups.set(METADATA + key, { key: bareKey(field), ids: matches })
  }

  /** Ids in the page's rows that belong to objects of the bucket. */
  let existingIds: ReadonlySet<string> = new Set()

  return {
    counts,
    /** Looks up the references of a page's rows. */
    async look(page: readonly StagedRow[]): Promise<void> {
      const targets = new Set<string>()
      for (const { object } of page) {
        for (const id of idsIn([object.values, object.published?.values]))
          if (!ids.has(id)) targets.add(id)
      }
      existingIds = targets.size > 0 ? await existing.among(targets) : targets
    },
    /** Whether a value contains an id of the file whose object has another id in this bucket. */
    hasMoved: (value: unknown): boolean =>
      [...idsIn(value)].some((id) => ids.has(id) && ids.get(id) !== id),
    refer({ value, field, path, row, isStored, isExact }: Reference): ResolvedRelation {
      const lookup = lookups.get(path)
      const id = lookup
        ? lookup.ids.get(value)
        : (ids.get(value) ?? (existingIds.has(value) ? value : undefined))
      if (id !== undefined) {
        counts.resolved += 1
        return { id }
      }
      counts.missing += 1
      // An id may become valid with a later import, so it can be stored; a value of another field cannot.
      const isId = !lookup && /^[0-9a-f]{24}$/.test(value)
      const usual = isTable && !(isId && isExact) ? 'error' : undefined
      const policy = isStored ? undefined : (option ?? usual)
      const target = field.object_type ? ` of type ${field.object_type}` : ''
      const words = `no object${target} with the ${lookup?.key ?? 'id'} “${value.slice(0, 100)}”`
      if (policy !== 'error') {
        const effect = EFFECTS[policy ?? (isId ? 'stored' : 'empty')]
        const message = `${field.title}: there is ${words}. ${effect}`
        issues.warn(message, row, `relation of ${field.title}`)
      }
      const missing = { policy, message: `${path} names ${words}` }
      return { id: policy === undefined && isId ? value : null, missing }
    },
  }
}

const EFFECTS = {
  keep: 'The field stays as it was.',
  empty: 'The relation is left out.',
  stored: 'The id is kept.',
}

export type References = Awaited<ReturnType<typeof createReferences>>

/** Yields all strings in the form of an object id, also from nested groups and lists. */
function* idsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield* value.match(/\b[0-9a-f]{24}\b/g) ?? []
  else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) yield* idsIn(inner)
  }
}
