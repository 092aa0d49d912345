import type { AskPicker } from '@typecase/plugin-sdk/ask'
import { defineCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { and, can, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { facts, keyBindings, keyCommands } from './keys/commands.ts'
import { keys } from './sections.ts'

const inBucket = has('route.bucketSlug')

/** `command` is the id of a command that makes a single API call. The palette asks for its arguments afterwards. */
export const copyArgs = () => type({ command: 'string' })

const which: AskPicker = {
  kind: 'picker',
  title: 'Command',
  placeholder: 'Which command?',
  search: async (query, context) => (await import('./runs.ts')).commandRows(query, context),
}

export const copyTerminal = defineCommand({
  id: 'api.copy-terminal',
  title: 'Copy as terminal command…',
  keywords: ['shell', 'script', 'line', 'npm', 'automate'],
  icon: 'square-terminal',
  when: inBucket,
  effect: 'none',
  args: copyArgs,
  ask: { command: which },
  load: async () => (await import('./runs.ts')).copyTerminal,
})

export const copyRequest = defineCommand({
  id: 'api.copy-request',
  title: 'Copy as HTTP request…',
  aliases: ['Copy as curl'],
  keywords: ['api', 'rest', 'endpoint', 'automate'],
  icon: 'braces',
  when: inBucket,
  effect: 'none',
  args: copyArgs,
  ask: { command: which },
  load: async () => (await import('./runs.ts')).copyRequest,
})

const mayChangeKeys = and(inBucket, can('bucket:settings'))

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
      yes: 'The read key too',
    },
  },
  load: async () => (await import('./runs.ts')).setDraftReading,
})

export const keylessReadingArgs = () => type({ bucket: 'string', reads_without_key: 'boolean' })

export const setKeylessReading = defineCommand({
  id: 'api.set-keyless-reading',
  title: 'Choose who reads without a key…',
  keywords: ['read key', 'public', 'open', 'anyone', 'everyone', 'bucket setting'],
  icon: 'globe',
  when: mayChangeKeys,
  effect: 'write',
  args: keylessReadingArgs,
  defaults: bucketOfRoute,
  ask: {
    reads_without_key: {
      kind: 'boolean',
      title: 'What is published',
      no: 'Only requests with a key',
      yes: 'Everyone',
    },
  },
  load: async () => (await import('./runs.ts')).setKeylessReading,
})

export const resetKeysArgs = () => type({ bucket: 'string' })

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
  effect: 'destructive',
  args: resetKeysArgs,
  defaults: bucketOfRoute,
  load: async () => (await import('./runs.ts')).resetKeys,
})

export default {
  commands: [
    copyTerminal,
    copyRequest,
    setDraftReading,
    setKeylessReading,
    resetKeys,
    ...keyCommands,
    keys.open,
  ],
  keys: keyBindings,
  facts,
} satisfies PluginPart
