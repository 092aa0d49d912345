import { getBucket } from '@typecase/contract/buckets'
import {
  getProject,
  listArchivedProjects,
  listProjects,
  type Project,
} from '@typecase/contract/projects'
import { currentWorkspace } from '@typecase/content/workspace'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

/** How long projects are fresh, and the polling interval while one is importing, in ms (specification §9). */
const FRESH = 20_000
const IMPORT_POLL = 5_000

/** Returns the query for the projects in the current workspace. Polls every 5 s while a bucket is importing. */
export const projectsQuery = (services: Services, workspace = currentWorkspace(services)) => ({
  ...apiQueryOptions(services, listProjects, {}, { workspace }),
  staleTime: FRESH,
  refetchInterval: ({ state }: { state: { data: { projects: Project[] } | undefined } }) =>
    state.data?.projects.some(isImporting) ? IMPORT_POLL : (false as const),
})

/** Returns the query for archived projects, which no other query returns. */
export const archivedQuery = (services: Services) => ({
  ...apiQueryOptions(services, listArchivedProjects, {}),
  staleTime: FRESH,
})

export const projectQuery = (services: Services, projectId: string) => ({
  ...apiQueryOptions(services, getProject, { query: { project_id: projectId } }),
  staleTime: FRESH,
  refetchInterval: ({ state }: { state: { data: { project: Project } | undefined } }) =>
    state.data && isImporting(state.data.project) ? IMPORT_POLL : (false as const),
})

const isImporting = (project: Project) => project.buckets.some((bucket) => bucket.importing)

/** Reads the user's projects, from the cache if it is fresh. */
export async function readProjects(services: Services): Promise<Project[]> {
  return (await services.get(Queries).fetchQuery(projectsQuery(services))).projects
}

/** Reads the archived projects, from the cache if it is fresh. */
export async function readArchivedProjects(services: Services): Promise<Project[]> {
  return (await services.get(Queries).fetchQuery(archivedQuery(services))).projects
}

/** Refetches everything that shows projects or a bucket after a change. */
export async function refreshProjects(services: Services): Promise<void> {
  const queries = services.get(Queries)
  await Promise.all(
    [listProjects.id, listArchivedProjects.id, getProject.id, getBucket.id].map((id) =>
      queries.invalidateQueries({ queryKey: [id] }),
    ),
  )
}
