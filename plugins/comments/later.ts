import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { has } from '@typecase/plugin-sdk/when'

import { commentCommands, onPanel } from './commands/comments.ts'
import { facts } from './facts.ts'

export default {
  commands: commentCommands,
  facts,
  keys: [
    { keys: '$mod+Enter', command: 'comments.send', when: has('focus.isSendable') },
    { keys: 'Alt+m', onApple: 'Control+m', command: 'comments.write', when: onPanel },
    // In text on Apple devices, Control+N moves to the next line.
    {
      keys: 'Alt+n',
      onApple: 'Control+Shift+m',
      command: 'comments.next-open',
      when: has('route.bucketSlug'),
    },
  ],
} satisfies PluginPart
