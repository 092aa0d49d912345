import { route } from '@typecase/plugin-sdk/route'
import { type } from 'arktype'

/** `open` opens a dialog on the page. */
export const repositoriesRoute = route({
  id: 'repositories.list',
  mount: 'bucket',
  path: 'repositories',
  title: 'Repositories',
  search: () => type({ 'open?': "'add'" }),
  load: () => import('./views/repository-list.tsx'),
})

/** A repository with its branches. */
export const repositoryRoute = route({
  id: 'repositories.branches',
  mount: 'bucket',
  path: 'repositories/$repositoryID',
  title: 'Repository',
  search: () => type({ 'open?': "'edit' | 'branch'" }),
  load: () => import('./views/repository-page.tsx'),
})
