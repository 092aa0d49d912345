import { newProject, newWorkspace } from '@typecase/content/commands'
import { useCurrentWorkspace } from '@typecase/content/react/workspace'
import { listProjects } from '@typecase/contract/projects'
import { DEFAULT_WORKSPACE } from '@typecase/contract/workspaces'
import { apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useListKeys } from '@typecase/plugin-sdk/react/list-keys'
import { useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { EmptyState } from '@typecase/ui/empty-state'
import { QueryView } from '@typecase/content/react/query-view'
import { Icon } from '@typecase/ui/icon'
import { Link } from '@typecase/ui/link'
import { Page, PageHeader } from '@typecase/ui/page'
import { Row, RowList, RowName } from '@typecase/ui/row-list'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { formatCount } from '@typecase/ui/count'

import { projectTeamRoute, teamRoute } from '../routes.ts'
import { Team } from './team.tsx'
import styles from './team.module.css'

/** The team of the current workspace. The built-in workspace has no team, but its projects do. */
export default function WorkspaceTeam() {
  const { go } = useService(Navigation)
  const search = useRouteSearch(teamRoute)
  const id = useCurrentWorkspace()
  if (id === DEFAULT_WORKSPACE) return <TeamsOfProjects />
  return (
    <Team
      key={id}
      scope={{ resource: 'workspace', resource_id: id }}
      dialog={search}
      onClose={() => void go(teamRoute, { isReplace: true })}
    />
  )
}

function TeamsOfProjects() {
  const scope = { workspace: DEFAULT_WORKSPACE }
  const query = useQuery(apiQueryOptions(useServices(), listProjects, {}, scope))
  const projects = query.data?.projects ?? []
  const { href } = useService(Navigation)
  const { list, currentID, isTabStop } = useListKeys(
    projects.map(({ id }) => id),
    { creates: newWorkspace.id },
  )
  return (
    <Page>
      <PageHeader title="Team">
        <CommandButton command={newWorkspace} />
      </PageHeader>
      <p className={styles.text}>
        The built-in workspace has no team. Each of its projects has one; to share a team between
        projects, create a workspace.
      </p>
      <QueryView
        query={query}
        what="projects"
        loading={<SkeletonRows label="projects" count={3} />}
      >
        {() =>
          projects.length === 0 ? (
            <EmptyState
              title="No projects yet"
              icon="users"
              action={<CommandButton command={newProject} variant="primary" />}
            >
              When you create a project you are its first member, and can invite others.
            </EmptyState>
          ) : (
            <RowList list={list} aria-label="Teams">
              {projects.map(({ id, title, total_users }) => (
                <Row key={id} isCurrent={id === currentID}>
                  <RowName lead={<Icon name="folder-kanban" />}>
                    <Link
                      href={href(projectTeamRoute, { params: { projectID: id } })}
                      variant="quiet"
                      data-row={id}
                      excludeFromTabOrder={!isTabStop(id)}
                    >
                      {title}
                    </Link>
                  </RowName>
                  <span className={styles.faint}>{formatCount(total_users, 'person')}</span>
                </Row>
              ))}
            </RowList>
          )
        }
      </QueryView>
    </Page>
  )
}
