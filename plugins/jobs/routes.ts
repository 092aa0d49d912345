import { route } from '@typecase/plugin-sdk/route'

export const historyRoute = route({
  id: 'jobs.history',
  mount: 'bucket',
  path: 'history',
  title: 'History',
  load: () => import('./views/history.tsx'),
})
