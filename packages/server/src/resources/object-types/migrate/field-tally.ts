import type { MigratedField } from '@typecase/contract/object-types-migrate'

import type { StoredObject } from '../../objects/state.ts'
import { type FieldStep, type Migration, type OnValue, stepsOf } from './migration.ts'

/** Reasons and ids of each that are told at most. */
const REASONS = 100
const IDS = 100
const OTHER = 'For other reasons'

type Reason = MigratedField['reasons'][number]

interface Counts {
  converted: number
  reasons: Map<string, Reason>
}

/** Counts what becomes of the values of each field, within fixed memory. */
export function createFieldTally(migration: Migration) {
  const steps = stepsOf(migration)
  const counts = new Map<FieldStep, Counts>(
    steps.map((step) => [step, { converted: 0, reasons: new Map() }]),
  )

  function refuse({ reasons }: Counts, id: string, words: string): void {
    const key = reasons.has(words) || reasons.size < REASONS ? words : OTHER
    const known = reasons.get(key) ?? { reason: key, count: 0, ids: [] }
    known.count += 1
    if (known.ids.length < IDS && known.ids.at(-1) !== id) known.ids.push(id)
    reasons.set(key, known)
  }

  return {
    /** Counts the values of an object. */
    of:
      ({ id }: StoredObject): OnValue =>
      (step, reason) => {
        const known = counts.get(step)
        if (!known) return
        if (reason === undefined) known.converted += 1
        else refuse(known, id, reason)
      },

    close: (): MigratedField[] =>
      steps.map((step) => {
        const { converted, reasons } = counts.get(step) ?? { converted: 0, reasons: new Map() }
        const sorted = [...reasons.values()].toSorted((a, b) => b.count - a.count)
        const unconverted = sorted.reduce((sum, { count }) => sum + count, 0)
        return {
          key: step.path,
          new_key: step.newPath,
          type: step.from.type,
          new_type: step.to.type,
          values: converted + unconverted,
          converted,
          unconverted,
          reasons: sorted,
        }
      }),
  }
}
