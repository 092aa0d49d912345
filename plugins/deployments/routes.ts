import { route } from '@typecase/plugin-sdk/route'
import { type } from 'arktype'

/**
 * Deployments of a linked project, the first one unless given; those before `until`, UNIX ms. `log` names the one whose
 * log is open.
 */
export const deploymentsRoute = route({
  id: 'deployments.list',
  mount: 'bucket',
  path: 'deployments',
  title: 'Deployments',
  search: () =>
    type({ 'vercelProjectId?': 'string', 'until?': 'number.integer >= 0', 'log?': 'string' }),
  load: () => import('./views/deployment-list.tsx'),
})
