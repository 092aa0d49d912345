import { getProject } from '@typecase/contract/projects'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { useQuery } from '@tanstack/react-query'

import type { TeamScope } from '../team-scope.ts'

/** Returns the buckets of the team's project; none for a workspace. */
export function useBuckets({ resource, resource_id }: TeamScope) {
  const { data } = useQuery({
    ...apiQueryOptions(useServices(), getProject, { query: { project_id: resource_id } }),
    enabled: resource === 'project',
  })
  return data?.project.buckets ?? []
}
