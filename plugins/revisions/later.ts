import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { eq } from '@typecase/plugin-sdk/when'

import { revisionCommands } from './commands/revisions.ts'
import { thinAfter } from './commands/thinning.ts'
import { facts } from './facts.ts'
import { compareRoute } from './routes.ts'
import { revisions } from './sections.ts'

const onComparison = eq('route.id', compareRoute.id)

export default {
  commands: [...revisionCommands, revisions.open, thinAfter],
  facts,
  keys: [
    { keys: 'r', command: 'revisions.restore-field', when: onComparison },
    { keys: 'Shift+r', command: 'revisions.restore-shown', when: onComparison },
    { keys: 'v', command: 'revisions.toggle-view', when: onComparison },
    { keys: 'Shift+x', command: 'revisions.swap', when: onComparison },
    { keys: 'F2', command: 'revisions.name', when: onComparison },
  ],
} satisfies PluginPart
