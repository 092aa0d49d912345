import { defineCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { and, can, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

const mayChangeKeys = and(has('route.bucketSlug'), can('bucket:settings'))

const bucketOfRoute = (facts: FactValues) => ({ bucket: facts['route.bucketSlug'] })

export const draftReadingArgs = () => type({ bucket: 'string', read_key_reads_drafts: 'boolean' })

export const setDraftReading = defineCommand({
  id: 'api.set-draft-reading',
  title: 'Choose which keys read drafts…',
  keywords: ['read key', 'preview key', 'revisions', 'bucket setting', 'public'],
  icon: 'eye',
  when: mayChangeKeys,
  effect: 'write',
  args: draftReadingArgs,
  defaults: bucketOfRoute,
  ask: {
    read_key_reads_drafts: {
      kind: 'boolean',
      title: 'Drafts and revisions',
      no: 'Only the preview key and the write key',
      yes: 'The read key, too',
    },
  },
  load: () => import('./set-draft-reading.ts'),
})

export const resetKeysArgs = () => type({ bucket: 'string', confirmation: "'reset keys'" })

export const resetKeys = defineCommand({
  id: 'api.reset-keys',
  title: 'Reset bucket keys…',
  keywords: [
    'api',
    'read key',
    'preview key',
    'write key',
    'rotate',
    'replace',
    'leaked',
    'secret',
  ],
  icon: 'key',
  when: mayChangeKeys,
  effect: 'write',
  args: resetKeysArgs,
  defaults: bucketOfRoute,
  ask: {
    confirmation: {
      kind: 'confirm',
      title: 'Replace all three keys of this bucket',
      help: 'Sites that use the present keys read nothing until they have the new ones. This cannot be undone.',
      phrase: 'reset keys',
    },
  },
  load: () => import('./reset-keys.ts'),
})
