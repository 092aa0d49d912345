import { route } from '@typecase/plugin-sdk/route'
import { type } from 'arktype'

/** `command` is the command that is expanded. */
export const apiRoute = route({
  id: 'api.page',
  mount: 'settings',
  path: 'api',
  title: 'API',
  search: () => type({ 'command?': 'string' }),
  load: () => import('./views/api-page.tsx'),
})
