import type { Plan, PlanChange } from '@typecase/plugin-sdk/plan'

/** Returns the plan of a command that adds one record, which its undo removes. */
export const planOfOne = (title: string, changes: readonly PlanChange[] = []): Plan => ({
  title,
  counts: [],
  total: 1,
  skipped: [],
  changes,
  isReversible: true,
})
