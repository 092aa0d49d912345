import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { and, can, eq, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { mediaRoute } from '../routes.ts'

export const restoreVersionArgs = () => type({ change_set_id: 'string' })

export const restoreVersion = defineCommand({
  id: 'media.restore-version',
  title: 'Restore former file of media…',
  aliases: ['Restore version of file', 'Bring back former image'],
  keywords: ['version', 'revert', 'history', 'picture', 'previous', 'old'],
  icon: 'history',
  when: and(eq('route.id', mediaRoute.id), has('media.row'), can('media:write')),
  effect: 'write',
  args: restoreVersionArgs,
  ask: {
    change_set_id: {
      kind: 'picker',
      title: 'File',
      placeholder: 'Which file to restore?',
      search: async (query, context) =>
        (await import('./version-runs.ts')).versionRows(query, context),
    },
  },
  load: async () => (await import('./version-runs.ts')).restoreVersion,
})

export const versionCommands: readonly AnyCommand[] = [restoreVersion]
