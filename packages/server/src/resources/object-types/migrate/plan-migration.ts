import type { MigrateResult } from '@typecase/contract/object-types-migrate'

import type { App } from '../../../app.ts'
import { planMany } from '../../../bulk/plan.ts'
import { nextSlice, sliceIsOver } from '../../../columns/sorting.ts'
import { someOf } from '../../../jobs/pace.ts'
import { writePace } from '../../../jobs/run-chunks.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { watchChanges } from '../../objects/changes/bulk/change-rows.ts'
import { isSame } from '../../objects/store/write-objects.ts'
import { createFieldTally } from './field-tally.ts'
import { migratedState } from './migrated-state.ts'
import type { Migration, OnValue } from './migration.ts'
import { objectsOfType } from './objects-of-type.ts'
import { createUniqueClaims } from './unique-claims.ts'

/** Maximum number of field changes that a plan shows. */
const SAMPLE = 200

/** Previews a migration of a type's objects without writing; it runs the same steps as the migration. */
export async function planMigration(
  { db }: Pick<App, 'db'>,
  access: BucketAccess,
  type: string,
  migration: Migration | undefined,
  signal: AbortSignal,
): Promise<MigrateResult> {
  const steps: Migration = migration ?? new Map()
  const fields = createFieldTally(steps)
  const claims = createUniqueClaims(steps)
  // Relations are shown by their ids: their labels depend on fields that do not exist yet.
  const { settles: _, ...rows } = watchChanges(db.read, access, { skip: 0, limit: SAMPLE })
  const { skipped: _none, ...plan } = await planMany(
    {
      chunks: migration ? objectsOfType(db.read, access, type, signal) : someOf([], signal, 1),
      look: async () => async (object) => {
        while (sliceIsOver()) await nextSlice()
        let hasValues = false
        const count = fields.of(object)
        const onValue: OnValue = (step, reason) => {
          hasValues = true
          count(step, reason)
        }
        const after = migratedState(object.state, steps, onValue, claims?.of(object))
        if (!hasValues && isSame(object.state, after)) return 'stays'
        rows.changes?.(object, after, undefined, [])
        return 'changes'
      },
      estimate: writePace.estimate,
    },
    rows,
  )
  return { ...plan, sample: rows.sample, fields: fields.close() }
}
