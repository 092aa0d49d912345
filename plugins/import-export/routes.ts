import { route } from '@typecase/plugin-sdk/route'
import { type } from 'arktype'

/** `job` is a running or finished import, whose progress or result the page shows. */
export const importRoute = route({
  id: 'import-export.import',
  mount: 'bucket',
  path: 'import-export',
  title: 'Import',
  search: () => type({ 'job?': 'string' }),
  load: () => import('./views/import-page.tsx'),
})
