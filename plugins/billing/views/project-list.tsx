import { newProject } from '@typecase/content/commands'
import { QueryFailure, hasFailed } from '@typecase/content/react/query-view'
import { listProjects } from '@typecase/contract/projects'
import { DEFAULT_WORKSPACE } from '@typecase/contract/workspaces'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useListKeys } from '@typecase/plugin-sdk/react/list-keys'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { EmptyState } from '@typecase/ui/empty-state'
import { Link } from '@typecase/ui/link'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { useQuery } from '@tanstack/react-query'

import { projectBillingRoute } from '../routes.ts'
import styles from './billing.module.css'

/** The projects of the built-in workspace, each of which has its own plan. */
export function ProjectList() {
  const scope = { workspace: DEFAULT_WORKSPACE }
  const query = useQuery(apiQueryOptions(useServices(), listProjects, {}, scope))
  const { data } = query
  const projects = data?.projects.filter(({ workspace_id }) => workspace_id === null) ?? []
  const { href } = useService(Navigation)
  const { list, isTabStop } = useListKeys(
    projects.map(({ id }) => id),
    { creates: newProject.id },
  )
  if (hasFailed(query)) return <QueryFailure query={query} what="projects" />
  if (!data) return <SkeletonRows label="projects" count={3} />
  if (projects.length === 0) {
    return (
      <EmptyState
        title="Nothing to bill yet"
        icon="credit-card"
        action={<CommandButton command={newProject} variant="primary" />}
      >
        A project has its own plan; a workspace has one plan for all of its projects.
      </EmptyState>
    )
  }
  return (
    <>
      <p className={styles.note}>
        The built-in workspace has no plan. Each of its projects has its own.
      </p>
      <ul {...list} className={styles.projects} aria-label="Projects">
        {projects.map(({ id, title }) => (
          <li key={id}>
            <Link
              variant="quiet"
              data-row={id}
              href={href(projectBillingRoute, { params: { projectID: id } })}
              excludeFromTabOrder={!isTabStop(id)}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
