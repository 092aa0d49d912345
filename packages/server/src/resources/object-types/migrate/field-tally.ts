import type { MigratedField } from '@typecase/contract/object-types-migrate'

import { createReasons } from '../../../bulk/tally.ts'
import type { StoredObject } from '../../objects/model/state.ts'
import { type Migration, type OnValue, stepsOf } from './migration.ts'

/** Counts the converted and unconverted values of each field, in constant memory. */
export function createFieldTally(migration: Migration) {
  const steps = stepsOf(migration)
  const counts = new Map(
    steps.map((step) => [step, { converted: 0, unconverted: 0, reasons: createReasons() }]),
  )

  return {
    /** Returns a callback that counts the values of an object. */
    of:
      ({ id }: StoredObject): OnValue =>
      (step, reason) => {
        const count = counts.get(step)
        if (!count) return
        if (reason === undefined) {
          count.converted += 1
          return
        }
        count.unconverted += 1
        count.reasons.add(id, reason)
      },

    close: (): MigratedField[] =>
      [...counts].map(([step, { converted, unconverted, reasons }]) => ({
        key: step.path,
        new_key: step.newPath,
        type: step.from.type,
        new_type: step.to.type,
        values: converted + unconverted,
        converted,
        unconverted,
        reasons: reasons.sorted(),
      })),
  }
}
