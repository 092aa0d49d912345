import { definePlugin } from '@typecase/plugin-sdk/plugin'

export default definePlugin({
  id: 'media',
  version: '1.0.0',
  api: 1,
  title: 'Media',
  description: 'What can be done to images and other files.',
  icon: 'image',
  order: 35,
  later: () => import('./commands.ts'),
})
