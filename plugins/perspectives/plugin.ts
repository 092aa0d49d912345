import { definePlugin } from '@typecase/plugin-sdk/plugin'

export default definePlugin({
  id: 'perspectives',
  version: '1.0.0',
  api: 1,
  title: 'Perspectives',
  description: 'Shows the content as it is public, or as it will be.',
  icon: 'eye',
  order: 33,
  activate: () => import('./activate.ts'),
  later: () => import('./later.ts'),
})
