import { QueryView } from '@typecase/content/react/query-view'
import { useCurrentWorkspace } from '@typecase/content/react/workspace'
import { workspacesQuery } from '@typecase/content/workspace'
import { formatCount } from '@typecase/ui/count'
import { DEFAULT_WORKSPACE, type Workspace } from '@typecase/contract/workspaces'
import { refTo } from '@typecase/plugin-sdk/command'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useListKeys } from '@typecase/plugin-sdk/react/list-keys'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Commands, Navigation } from '@typecase/plugin-sdk/services'
import { Chip } from '@typecase/ui/chip'
import { EmptyState } from '@typecase/ui/empty-state'
import { Page, PageHeader } from '@typecase/ui/page'
import { Row, RowButton, RowList, RowName } from '@typecase/ui/row-list'
import { SkeletonRows } from '@typecase/ui/skeleton'
import { useQuery } from '@tanstack/react-query'

import { newWorkspace, switchWorkspace } from '../commands/workspaces.ts'
import { newWorkspaceRoute, workspacesRoute } from '../routes.ts'
import { NewWorkspaceDialog } from './new-workspace-dialog.tsx'
import { WorkspaceLogo } from './workspace-logo.tsx'
import styles from './workspaces.module.css'

/** The user's workspaces. Enter switches to a workspace. */
export default function WorkspaceList() {
  const { go } = useService(Navigation)
  const isNew = useFacts((facts) => facts['route.id'] === newWorkspaceRoute.id)
  const query = useQuery(workspacesQuery(useServices()))
  const { data } = query
  const workspaces = data?.workspaces ?? []
  return (
    <Page>
      <PageHeader title="Workspaces" detail={data?.total}>
        <CommandButton command={newWorkspace} variant="primary">
          New workspace
        </CommandButton>
      </PageHeader>
      <p className={styles.text}>
        A workspace holds projects and the people who work on them. Its admins and managers have
        their role in each of its projects.
      </p>
      <QueryView
        query={query}
        what="workspaces"
        loading={<SkeletonRows label="workspaces" count={3} />}
      >
        {() => <Rows workspaces={workspaces} />}
      </QueryView>
      {workspaces.length === 1 ? (
        <EmptyState title="No workspaces yet" icon="building-2">
          Your projects are in the built-in workspace. Create a workspace to work with others on
          several projects: you invite people once, and can move projects into it later.
        </EmptyState>
      ) : null}
      <NewWorkspaceDialog
        isOpen={isNew}
        onClose={() => void go(workspacesRoute, { isReplace: true })}
      />
    </Page>
  )
}

function Rows({ workspaces }: { workspaces: readonly Workspace[] }) {
  const commands = useService(Commands)
  const current = useCurrentWorkspace()
  const { list, currentID, isTabStop } = useListKeys(
    workspaces.map(({ id }) => id),
    { creates: newWorkspace.id, initialID: current },
  )
  return (
    <RowList list={list} aria-label="Workspaces">
      {workspaces.map((workspace) => (
        <Row key={workspace.id} isCurrent={workspace.id === currentID}>
          <RowName
            lead={
              <span className={styles.lead}>
                <WorkspaceLogo workspace={workspace} size={28} />
              </span>
            }
          >
            <RowButton
              data-row={workspace.id}
              excludeFromTabOrder={!isTabStop(workspace.id)}
              onPress={() =>
                void commands.run(refTo(switchWorkspace, { workspace_id: workspace.id }))
              }
            >
              {workspace.title}
            </RowButton>
            {workspace.id === current ? <Chip icon="check">Current</Chip> : null}
          </RowName>
          <span className={styles.facts}>{factsOf(workspace)}</span>
        </Row>
      ))}
    </RowList>
  )
}

function factsOf({ id, total_projects, total_users, role }: Workspace): string {
  const projects = formatCount(total_projects, 'project')
  if (id === DEFAULT_WORKSPACE) return `${projects} · built in`
  const people = formatCount(total_users, 'person')
  return `${projects} · ${people} · you are ${role}`
}
