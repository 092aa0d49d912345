import { route } from '@typecase/plugin-sdk/route'
import { type } from 'arktype'

export const keyboardRoute = route({
  id: 'help.keyboard',
  mount: 'root',
  path: 'help/keyboard',
  title: 'Keyboard',
  // The command to show; without it, all commands.
  search: () => type({ 'command?': 'string' }),
  load: () => import('./views/keyboard.tsx'),
})
