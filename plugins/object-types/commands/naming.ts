import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { and, can, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { askSearchable, askSubtitle, askType } from '../pickers.ts'

const shared = {
  group: 'Object types',
  when: and(has('route.bucketSlug'), can('types:write')),
  effect: 'write',
} as const

export const searchableArgs = () => type({ type_slug: 'string', fields: 'string[]' })

export const setSearchable = defineCommand({
  ...shared,
  id: 'object-types.set-searchable',
  title: 'Set searchable fields…',
  keywords: ['find', 'search', 'number', 'metafield', 'model'],
  icon: 'search',
  args: searchableArgs,
  ask: { type_slug: askType, fields: askSearchable },
  load: async () => (await import('./naming-runs.ts')).setSearchable,
})

export const subtitleArgs = () => type({ type_slug: 'string', field: 'string' })

export const setSubtitle = defineCommand({
  ...shared,
  id: 'object-types.set-subtitle',
  title: 'Set subtitle field…',
  keywords: ['beside titles', 'tell apart', 'metafield', 'model'],
  icon: 'text-cursor-input',
  args: subtitleArgs,
  ask: { type_slug: askType, field: askSubtitle },
  load: async () => (await import('./naming-runs.ts')).setSubtitle,
})

export const namingCommands: readonly AnyCommand[] = [setSearchable, setSubtitle]
