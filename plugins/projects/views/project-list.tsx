import { switchWorkspace } from '@typecase/content/commands'
import { hasFailed, QueryFailure } from '@typecase/content/react/query-view'
import { useCurrentWorkspace } from '@typecase/content/react/workspace'
import { DEFAULT_WORKSPACE } from '@typecase/contract/workspaces'
import { isApiError, isMissing } from '@typecase/plugin-sdk/api-error'
import { refTo } from '@typecase/plugin-sdk/command'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useListKeys } from '@typecase/plugin-sdk/react/list-keys'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Commands, Navigation } from '@typecase/plugin-sdk/services'
import { Disclosure } from '@typecase/ui/disclosure'
import { EmptyState } from '@typecase/ui/empty-state'
import { NoPermissionState } from '@typecase/ui/no-permission-state'
import { Page, PageHeader } from '@typecase/ui/page'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { SortableList } from '@typecase/ui/sortable-list'
import { useQuery } from '@tanstack/react-query'

import { newProject, shiftProject } from '../commands/projects.ts'
import { archivedQuery, projectsQuery } from '../queries.ts'
import { newProjectRoute, projectsRoute } from '../routes.ts'
import { NewProjectDialog } from './new-project-dialog.tsx'
import styles from './project-list.module.css'
import { ProjectRow } from './project-row.tsx'

/** The user's projects, in the order that the user defined. */
export default function ProjectList() {
  const services = useServices()
  const commands = useService(Commands)
  const { go } = useService(Navigation)
  const isNew = useFacts((facts) => facts['route.id'] === newProjectRoute.id)
  const query = useQuery(projectsQuery(services, useCurrentWorkspace()))
  const { data, error } = query
  const { list } = useListKeys(data?.projects.map(({ id }) => id) ?? [], { creates: newProject.id })

  return (
    <Page>
      <PageHeader title="Projects" detail={data?.projects.length}>
        <CommandButton command={newProject} variant="primary">
          New project
        </CommandButton>
      </PageHeader>
      {data ? (
        <div {...list} className={styles.projects}>
          <SortableList
            hasTypeAhead={false}
            aria-label="Projects"
            items={data.projects.map((project) => ({ ...project, label: project.title }))}
            onReorder={({ order }) =>
              void commands.run(refTo(shiftProject, { project_ids: order }))
            }
            onAction={(id) => void go(`/projects/${String(id)}`)}
            empty={
              <EmptyState
                title="No projects yet"
                icon="folder-kanban"
                action={<CommandButton command={newProject} variant="primary" />}
              >
                A project holds buckets, and a bucket holds your content.
              </EmptyState>
            }
          >
            {(project) => <ProjectRow project={project} />}
          </SortableList>
        </div>
      ) : isMissing(error) || isApiError(error, 'forbidden') ? (
        <NoPermissionState
          title="You cannot see these projects"
          action={
            <CommandButton command={switchWorkspace} args={{ workspace_id: DEFAULT_WORKSPACE }}>
              Go to the default workspace
            </CommandButton>
          }
        >
          {error.message}
        </NoPermissionState>
      ) : error ? (
        <QueryFailure query={query} what="projects" />
      ) : (
        <SkeletonRows label="projects" count={4} />
      )}
      <ArchivedProjects />
      <NewProjectDialog
        isOpen={isNew}
        onClose={() => void go(projectsRoute, { isReplace: true })}
      />
    </Page>
  )
}

/** Archived projects, below the others; nothing if there are none. */
export function ArchivedProjects() {
  const query = useQuery(archivedQuery(useServices()))
  const { data } = query
  if (hasFailed(query)) return <QueryFailure query={query} what="archived projects" />
  if (!data || data.projects.length === 0) return null
  return (
    <Disclosure title="Archived" detail={data.projects.length}>
      <ul className={styles.archived} aria-label="Archived projects">
        {data.projects.map((project) => (
          <li key={project.id}>
            <ProjectRow project={project} />
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
