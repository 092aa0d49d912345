import { route } from '@typecase/plugin-sdk/route'

export const macrosRoute = route({
  id: 'macros.list',
  mount: 'bucket',
  path: 'macros',
  title: 'Macros',
  load: () => import('./views/macro-list.tsx'),
})

export const macroRoute = route({
  id: 'macros.edit',
  mount: 'bucket',
  path: 'macros/$macroID',
  title: 'Macro',
  load: () => import('./views/macro-page.tsx'),
})
