import { definePlugin } from '@typecase/plugin-sdk/plugin'

export default definePlugin({
  id: 'sentences',
  version: '1.0.0',
  api: 1,
  title: 'Sentences',
  description: 'A sentence in the palette becomes a command, a list or a few steps.',
  icon: 'sparkles',
  order: 98,
  later: () => import('./commands.ts'),
})
