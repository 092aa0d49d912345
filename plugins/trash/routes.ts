import { route } from '@typecase/plugin-sdk/route'
import { type } from 'arktype'

export const trashRoute = route({
  id: 'trash.list',
  mount: 'bucket',
  path: 'trash',
  title: 'Trash',
  search: () => type({ 'skip?': 'number.integer >= 0' }),
  load: () => import('./views/trash-list.tsx'),
})
