import { route } from '@typecase/plugin-sdk/route'
import { type } from 'arktype'

/** `open` and `member` open a dialog on the page. */
const search = () => type({ 'open?': "'invite'", 'member?': 'string' })

/** The team of the current workspace. */
export const teamRoute = route({
  id: 'team.workspace',
  mount: 'root',
  path: 'team',
  title: 'Team',
  search,
  load: () => import('./views/workspace-team.tsx'),
})

export const projectTeamRoute = route({
  id: 'team.project',
  mount: 'project',
  path: 'team',
  title: 'Team',
  search,
  load: () => import('./views/project-team.tsx'),
})
