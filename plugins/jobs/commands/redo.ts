import type { Run } from '@typecase/plugin-sdk/command'
import { Journal } from '@typecase/plugin-sdk/jobs'

import { takeStep } from './take-step.ts'

export const run: Run = (_args, { services }) => {
  const journal = services.get(Journal)
  return takeStep(services, journal.redoable()[0], () => journal.redo())
}
