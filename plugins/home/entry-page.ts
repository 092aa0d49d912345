import { objectsPath } from '@typecase/content/routes'
import { workspacesQuery } from '@typecase/content/workspace'
import { listProjects } from '@typecase/contract/projects'
import { DEFAULT_WORKSPACE } from '@typecase/contract/workspaces'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { EntryPageService } from '@typecase/plugin-sdk/mount'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

/** Opens the objects of the bucket for users with a single bucket, because a list of one project offers no choice. */
export function createEntryPage(services: Services): EntryPageService {
  return {
    async find() {
      const queries = services.get(Queries)
      const [{ projects }, { workspaces }] = await Promise.all([
        queries.fetchQuery(apiQueryOptions(services, listProjects, {})),
        queries.fetchQuery(workspacesQuery(services)),
      ])
      const buckets = projects.flatMap((project) => project.buckets)
      const [bucket] = buckets
      const hasOthers = workspaces.some(
        ({ id, total_projects }) => id !== DEFAULT_WORKSPACE && total_projects > 0,
      )
      if (!bucket || buckets.length > 1 || projects.length > 1 || hasOthers) return undefined
      return objectsPath(bucket.slug)
    },
  }
}
