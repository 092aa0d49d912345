import { route } from '@typecase/plugin-sdk/route'

export const importRoute = route({
  id: 'import-export.import',
  mount: 'bucket',
  path: 'import-export',
  title: 'Import',
  load: () => import('./views/import-page.tsx'),
})
