import type { PlanState } from '@typecase/contract/assistant-plans'
import type { AssistantSetting } from '@typecase/contract/roles'

/** What assistants may do in a bucket. */
export const settingLabels: Readonly<Record<AssistantSetting, string>> = {
  on: 'All that was permitted',
  drafts: 'Drafts only',
  off: 'Nothing',
}

export const settingMessages: Readonly<Record<AssistantSetting, string>> = {
  on: 'Assistants may do in this bucket all that their users permitted.',
  drafts: 'Assistants write drafts only in this bucket.',
  off: 'Assistants are turned off in this bucket.',
}

/** The state of a plan that an assistant made. */
export const stateLabels: Readonly<Record<PlanState, string>> = {
  open: 'Planned',
  waiting: 'Waiting for you',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  declined: 'Declined',
  stale: 'Out of date',
  undone: 'Undone',
}
