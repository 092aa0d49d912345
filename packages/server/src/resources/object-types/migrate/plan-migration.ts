import type { MigrateResult } from '@typecase/contract/object-types-migrate'

import type { App } from '../../../app.ts'
import { writePace } from '../../../jobs/run-chunks.ts'
import type { BucketAccess } from '../../buckets/bucket-access.ts'
import { changedFields } from '../../objects/state-diff.ts'
import { isSame } from '../../objects/write-objects.ts'
import { createFieldTally } from './field-tally.ts'
import { migratedState } from './migrated-state.ts'
import type { Migration } from './migration.ts'
import { objectsOfType } from './objects-of-type.ts'
import { createUniqueClaims } from './unique-claims.ts'

/** Changes of fields that a plan shows. */
const SAMPLE = 200

/** Says what a migration would make of the objects of a type, by the very steps that would do it; changes nothing. */
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
  const sample: NonNullable<MigrateResult['sample']> = []
  let [matched, modified] = [0, 0]
  if (migration) {
    for await (const page of objectsOfType(db.read, access, type, signal)) {
      for (const object of page) {
        const { state: before } = object
        const after = migratedState(before, migration, fields.of(object), claims?.of(object))
        matched += 1
        if (isSame(object.state, after)) continue
        modified += 1
        if (sample.length >= SAMPLE) continue
        const { id: object_id, state } = object
        for (const change of changedFields(state, after)) {
          sample.push({ object_id, title: state.title, ...change })
        }
      }
    }
  }
  return {
    matched,
    modified,
    unchanged: matched - modified,
    sample: sample.slice(0, SAMPLE),
    fields: fields.close(),
    // The former fields and values stay with the change set.
    is_reversible: true,
    estimated_ms: writePace.estimate(modified),
  }
}
