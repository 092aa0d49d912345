import { useRouteParams, useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'

import { projectTeamRoute } from '../routes.ts'
import { Team } from './team.tsx'

/** The team of a project. */
export default function ProjectTeam() {
  const { go } = useService(Navigation)
  const { projectID } = useRouteParams(projectTeamRoute)
  const search = useRouteSearch(projectTeamRoute)
  return (
    <Team
      key={projectID}
      scope={{ resource: 'project', resource_id: projectID }}
      dialog={search}
      onClose={() => void go(projectTeamRoute, { isReplace: true })}
    />
  )
}
