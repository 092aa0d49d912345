import { askPublish } from '@typecase/content/publish-ask'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { scope } from '@typecase/plugin-sdk/scope'
import { and, can, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { group } from './locales.ts'

/** `scope` contains the objects that were reviewed. */
export const setUnsetArgs = () => type({ 'scope?': scope(), 'publish?': 'boolean' })

export const setUnset = defineCommand({
  id: 'locales.set-unset',
  title: 'Set missing locales…',
  aliases: ['Fix objects without a locale', 'Set default locale'],
  keywords: ['language', 'null', 'empty', 'repair', 'correct'],
  group,
  icon: 'languages',
  when: and(has('route.bucketSlug'), can('objects:write')),
  why: (facts) => (facts['route.bucketSlug'] === undefined ? 'Open a bucket first.' : undefined),
  effect: 'write',
  isAlwaysPlanned: true,
  args: setUnsetArgs,
  ask: { publish: askPublish },
  load: async () => (await import('./unset-locales-runs.ts')).setUnset,
})

export const unsetCommands: readonly AnyCommand[] = [setUnset]
