import { defineCommand } from '@typecase/plugin-sdk/command'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { type } from 'arktype'

export const densityArgs = () => type({ density: "'compact' | 'comfortable'" })

const setDensity = defineCommand({
  id: 'appearance.set-density',
  title: 'Set density…',
  keywords: ['compact', 'comfortable', 'rows', 'spacing', 'size'],
  group: 'View',
  icon: 'rows-3',
  effect: 'none',
  args: densityArgs,
  ask: {
    density: {
      kind: 'choice',
      title: 'Density',
      choices: [
        { value: 'compact', label: 'Compact', help: 'Rows of 36 px' },
        { value: 'comfortable', label: 'Comfortable', help: 'Rows of 44 px' },
      ],
    },
  },
  load: async () => (await import('./activate.ts')).setDensity,
})

export default definePlugin({
  id: 'appearance',
  version: '1.0.0',
  api: 1,
  title: 'Appearance',
  description: 'How dense lists are. Theme and zen mode belong to the frame.',
  icon: 'contrast',
  order: 90,
  commands: [setDensity],
  activate: () => import('./activate.ts'),
})
