import type { Metafield } from '@typecase/contract/metafields'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { convertValue } from '../../objects/model/values/convert-value.ts'
import { emptyState, type StoredObject } from '../../objects/model/state.ts'
import { migratedState } from './migrated-state.ts'
import { migrationBetween } from './migration.ts'
import { createUniqueClaims } from './unique-claims.ts'

const from: Metafield = { id: '1', key: 'no', title: 'No.', type: 'text' }
const to: Metafield = { ...from, type: 'number', unique: true }

const object = fc.record({
  no: fc.constantFrom('7', '7.0', '+7', '8', 'n/a', ''),
  locale: fc.constantFrom(null, 'de'),
  isDeleted: fc.boolean(),
})

const storedObject = (
  n: number,
  { no, locale, isDeleted }: { no: string; locale: string | null; isDeleted: boolean },
): StoredObject => {
  const stamp = { now: '2026-01-01T00:00:00.000Z', userId: null }
  const state = {
    ...emptyState(`Object ${n}`, `object-${n}`, stamp),
    locale,
    metadata: JSON.stringify({ no }),
    deleted_at: isDeleted ? stamp.now : null,
  }
  return {
    id: String(n),
    type: 'works',
    rank: n,
    created_at: stamp.now,
    created_by: null,
    rev: 1,
    state_rev: 1,
    version: 1,
    state,
  }
}

test('no two objects of a locale keep the same unique value, and each lost value has a reason', () => {
  fc.assert(
    fc.property(fc.array(object, { maxLength: 12 }), (sample) => {
      const migration = migrationBetween([from], [to]) ?? new Map()
      const claims = createUniqueClaims(migration)
      const taken = new Set<string>()
      for (const [n, each] of sample.entries()) {
        const stored = storedObject(n, each)
        const reasons: (string | undefined)[] = []
        const { metadata } = migratedState(
          stored.state,
          migration,
          (_step, reason) => reasons.push(reason),
          claims?.of(stored),
        )
        const { no } = JSON.parse(metadata) as { no?: number | null }
        const alone = convertValue(each.no, from, to)
        const claim = `${String(each.locale)} ${String('value' in alone && alone.value)}`
        const isTaken = !each.isDeleted && taken.has(claim)
        if (each.no === '') expect([no, reasons]).toEqual([null, []])
        else if ('reason' in alone) expect([no, reasons]).toEqual([undefined, [alone.reason]])
        else if (isTaken) {
          expect([no, reasons]).toEqual([undefined, [expect.stringMatching(/must be unique/)]])
        } else expect([no, reasons]).toEqual([alone.value, [undefined]])
        if (!each.isDeleted && no !== undefined && no !== null) taken.add(claim)
      }
    }),
    { numRuns: 300 },
  )
})
