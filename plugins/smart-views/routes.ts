import { route } from '@typecase/plugin-sdk/route'

export const smartViewsRoute = route({
  id: 'smart-views.list',
  mount: 'bucket',
  path: 'smart-views',
  title: 'Smart views',
  load: () => import('./views/view-list.tsx'),
})
