import { definePlugin } from '@typecase/plugin-sdk/plugin'

import { sentenceFacts } from './facts.ts'

export default definePlugin({
  id: 'sentences',
  version: '1.0.0',
  api: 1,
  title: 'Sentences',
  description: 'A sentence in the palette becomes a command, a list or a few steps.',
  icon: 'sparkles',
  order: 98,
  facts: sentenceFacts,
  later: () => import('./commands.ts'),
})
