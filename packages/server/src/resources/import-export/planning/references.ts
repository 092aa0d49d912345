import type { ImportMapping } from '@typecase/contract/import-export'
import type { Metafield } from '@typecase/contract/metafields'

import type { Issues } from '../reading/issues.ts'
import { keyOf } from '../reading/mapping.ts'
import { type ExistingObjects, valueOf } from './existing.ts'
import type { Matched } from './match-rows.ts'
import type { Staging } from './staging.ts'

/** Finds the objects that relations of a file mean, and counts those found and those that are nowhere. */
export function createReferences(
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
    const found = existing.byField(type, field)
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

  return {
    counts,
    /** @returns the id that is stored, or null for a value that means no object */
    refer(value: string, field: Metafield, row: number): string | null {
      const lookup = lookups.get(field.key)
      const id = lookup
        ? lookup.get(value)
        : (ids.get(value) ?? (existing.has(value) ? value : undefined))
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

export type References = ReturnType<typeof createReferences>
