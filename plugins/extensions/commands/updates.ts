import { defineCommand } from '@typecase/plugin-sdk/command'
import { scope } from '@typecase/plugin-sdk/scope'
import { can } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { update } from '../frames/messages.ts'

export const updatesArgs = () =>
  type({
    /** Id of the extension that proposes the updates. */
    extension: 'string',
    title: 'string',
    /** The updates to apply, without those that the user left out of the plan. */
    scope: scope(),
    updates: update().array(),
    'publish_choice?': 'boolean',
  })

/** Applies changes that an extension proposes. The user always reviews them first. */
export const applyUpdates = defineCommand({
  id: 'extensions.apply-updates',
  title: 'Apply changes of an extension',
  isInternal: true,
  isAlwaysPlanned: true,
  effect: 'write',
  when: can('objects:write'),
  args: updatesArgs,
  load: async () => (await import('./updates-runs.ts')).applyUpdates,
})
