import type { AskPicker } from '@typecase/plugin-sdk/ask'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { resetKeys, setDraftReading } from './key-commands.ts'

const inBucket = has('route.bucketSlug')

/** `command` is the id of one that is a single call; what it needs is asked for in its own words. */
export const copyArgs = () => type({ command: 'string' })

const which: AskPicker = {
  kind: 'picker',
  title: 'Command',
  placeholder: 'Which command?',
  search: async (query, context) => (await import('./command-rows.ts')).commandRows(query, context),
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
  load: () => import('./copy-terminal.ts'),
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
  load: () => import('./copy-request.ts'),
})

export const apiCommands: readonly AnyCommand[] = [
  copyTerminal,
  copyRequest,
  setDraftReading,
  resetKeys,
]
