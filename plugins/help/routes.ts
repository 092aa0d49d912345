import { route } from '@typecase/plugin-sdk/route'

export const keyboardRoute = route({
  id: 'help.keyboard',
  mount: 'root',
  path: 'help/keyboard',
  title: 'Keyboard',
  load: () => import('./views/keyboard.tsx'),
})
