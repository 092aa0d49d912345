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

/** How long projects count as fresh, and how often one is asked while it imports (specification §9). */
const FRESH = 20_000
const IMPORT_POLL = 5_000

/**
 * The user's projects in the workspace one works in. While a bucket is importing, they are asked for again every five
 * seconds.
 */
export const projectsQuery = (services: Services, workspace = currentWorkspace(services)) => ({
  ...apiQueryOptions(services, listProjects, {}, { workspace }),
  staleTime: FRESH,
  refetchInterval: ({ state }: { state: { data: { projects: Project[] } | undefined } }) =>
    state.data?.projects.some(isImporting) ? IMPORT_POLL : (false as const),
})

/** Archived projects: no other query returns them. */
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

/** The user's projects, from the cache where they are fresh. */
export async function readProjects(services: Services): Promise<Project[]> {
  return (await services.get(Queries).fetchQuery(projectsQuery(services))).projects
}

/** The archived ones, from the cache where they are fresh. */
export async function readArchivedProjects(services: Services): Promise<Project[]> {
  return (await services.get(Queries).fetchQuery(archivedQuery(services))).projects
}

/** After a change: everything that shows projects or a bucket asks again. */
export async function refreshProjects(services: Services): Promise<void> {
  const queries = services.get(Queries)
  await Promise.all(
    [listProjects.id, listArchivedProjects.id, getProject.id, getBucket.id].map((id) =>
      queries.invalidateQueries({ queryKey: [id] }),
    ),
  )
}
