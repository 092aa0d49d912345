import { route } from '@typecase/plugin-sdk/route'
import { type } from 'arktype'

/** `open` and `member` open a dialog over the team. */
const search = () => type({ 'open?': "'invite'", 'member?': 'string' })

/** The team of the workspace one works in. */
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
