import type { StepPlace } from '@typecase/plugin-sdk/jobs'

import type { RunResult, Step } from './run.ts'

const words = {
  undo: { done: 'Undone', none: 'Not undone', cancelled: 'Undo stopped' },
  redo: { done: 'Redone', none: 'Not redone', cancelled: 'Redo stopped' },
}

/** What was undone or redone, and how that went. @param here where the user is, who may not see it change */
export function stepInWords(
  { entry, direction }: Step,
  result: Exclude<RunResult, { status: 'declined' }>,
  here: StepPlace,
): string {
  const { message = '', failures = [], undo } = result.outcome
  const isNone = result.status === 'failed' || (failures.length > 0 && !undo)
  const { done, none, cancelled } = words[direction]
  const end = result.status === 'cancelled' ? cancelled : isNone ? none : done
  const isElsewhere = entry.bucket !== undefined && entry.bucket !== here.bucket
  const where = isElsewhere ? ` in ${entry.bucket}` : ''
  return `${end}${where}: ${entry.label.replace(/[.…]$/, '')}. ${message}`.trim()
}
