import type { PluginPart } from '@typecase/plugin-sdk/plugin'

import { jobCommands } from './commands/job-commands.ts'
import { jobFacts } from './facts.ts'

export default {
  commands: jobCommands,
  keys: [
    // In a text these are the text's own.
    { keys: '$mod+z', command: 'jobs.undo', inText: false },
    { keys: '$mod+Shift+z', command: 'jobs.redo', inText: false },
    { keys: 'u', command: 'jobs.undo-this' },
  ],
  facts: jobFacts,
} satisfies PluginPart
