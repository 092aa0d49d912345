import type { ImportMapping } from '@typecase/contract/import-export'
import type { Metafield } from '@typecase/contract/metafields'

import type { Issues } from '../reading/issues.ts'
import { keyOf } from '../reading/mapping.ts'
import { type ExistingObjects, valueOf } from './existing.ts'
import type { Matched } from './match-rows.ts'
import type { StagedRow, Staging } from './staging.ts'

/** Finds the objects that relations of a file mean, and counts those found and those that are nowhere. */
export async function createReferences(
  existing: ExistingObjects,
  staging: Staging,
  { ids }: Matched,
  mapping: ImportMapping | undefined,
  issues: Issues,
) {
  const counts = { resolved: 0, missing: 0 }
  const lookups = new Map<string, ReadonlyMap<string, string>>()
  for (const column of mapping?.columns ?? []) {
    const key = keyOf(column)
    if (key === undefined || !column.relation) continue
    const { type, key: field } = column.relation
    const found = await existing.byField(type, field)
    // The rows of this file may mean one another.
    if (type === mapping?.object_type) {
      for (const page of staging.matchedPages()) {
        for (const { object, match } of page) {
          const value = valueOf(object, field)
          if (value !== undefined) found.set(value, match.id)
        }
      }
    }
    lookups.set(key, found)
  }

  /** Ids that the page's rows name and objects of the bucket have. */
  let known: ReadonlySet<string> = new Set()

  return {
    counts,
    /** Looks up what a page's rows may refer to. */
    async look(page: readonly StagedRow[]): Promise<void> {
      const named = new Set<string>()
      for (const { object } of page) {
        for (const id of idsIn([object.values, object.published?.values]))
          if (!ids.has(id)) named.add(id)
      }
      known = named.size > 0 ? await existing.among(named) : named
    },
    /** @returns the id that is stored, or null for a value that means no object */
    refer(value: string, field: Metafield, row: number): string | null {
      const lookup = lookups.get(field.key)
      const id = lookup
        ? lookup.get(value)
        : (ids.get(value) ?? (known.has(value) ? value : undefined))
      if (id !== undefined) {
        counts.resolved += 1
        return id
      }
      counts.missing += 1
      const target = field.object_type ? ` of ${field.object_type}` : ''
      const words = `${field.title}: there is no object${target} for “${value.slice(0, 100)}”.`
      issues.warn(words, row, `relation of ${field.title}`)
      // An id may come true with a later import; a foreign key cannot.
      return !lookup && /^[0-9a-f]{24}$/.test(value) ? value : null
    },
  }
}

export type References = Awaited<ReturnType<typeof createReferences>>

/** Whatever looks like the id of an object, in groups and lists of values too. */
function* idsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield* value.match(/\b[0-9a-f]{24}\b/g) ?? []
  else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) yield* idsIn(inner)
  }
}
