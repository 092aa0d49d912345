import { route } from '@typecase/plugin-sdk/route'
import { type } from 'arktype'

/** `job` is an import that runs or ran: the page shows how it went. */
export const importRoute = route({
  id: 'import-export.import',
  mount: 'bucket',
  path: 'import-export',
  title: 'Import',
  search: () => type({ 'job?': 'string' }),
  load: () => import('./views/import-page.tsx'),
})
