import '@typecase/content/object-facts'
import { peekPage } from '@typecase/content/peek'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { has } from '@typecase/plugin-sdk/when'

import { group } from './object-command.ts'

/** Shows the object of the current row beside its list, or closes it again. */
const peek = defineCommand({
  id: 'objects.peek',
  title: 'Peek at object',
  aliases: ['Quick look', 'Preview object'],
  keywords: ['side panel', 'glance', 'read', 'show beside'],
  group,
  icon: 'eye',
  order: 16,
  when: has('peek.row'),
  effect: 'none',
  runNow: (_args, { page }) => page(peekPage)?.toggle(),
})

const closePeek = defineCommand({
  id: 'objects.close-peek',
  title: 'Close peek',
  aliases: ['Close quick look'],
  keywords: ['side panel', 'preview', 'hide'],
  group,
  icon: 'x',
  when: has('peek.isOpen'),
  effect: 'none',
  runNow: (_args, { page }) => page(peekPage)?.close(),
})

export const peekCommands: readonly AnyCommand[] = [peek, closePeek]
