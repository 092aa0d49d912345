import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill } from '@typecase/plugin-sdk/slot'

export default definePlugin({
  id: 'access-gate',
  version: '1.0.0',
  api: 1,
  title: 'Access gate',
  description: 'Asks visitors of a development environment for a code.',
  icon: 'lock',
  order: 5,
  activate: () => import('./activate.ts'),
  slots: [
    fill('shell.gate', {
      id: 'access-gate.gate',
      order: 10,
      load: () => import('./gate.tsx'),
    }),
  ],
})
