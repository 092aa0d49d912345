import { useCurrentWorkspace } from '@typecase/content/react/workspace'
import { workspacesQuery } from '@typecase/content/workspace'
import { refTo } from '@typecase/plugin-sdk/command'
import { CommandMenuItem } from '@typecase/plugin-sdk/react/command-menu-item'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { Menu, MenuItem, MenuSection, MenuTrigger } from '@typecase/ui/menu'
import { PathButton } from '@typecase/ui/path-button'
import { useQuery } from '@tanstack/react-query'

import {
  newWorkspace,
  openSettings,
  openWorkspaces,
  switchWorkspace,
} from '../commands/workspaces.ts'

/** The current workspace, at the start of the path; nothing if the user has only the built-in one. */
export default function Path() {
  const commands = useService(Commands)
  const id = useCurrentWorkspace()
  const workspaces = useQuery(workspacesQuery(useServices())).data?.workspaces ?? []
  const current = workspaces.find((one) => one.id === id)
  if (!current || workspaces.length < 2) return null
  return (
    <MenuTrigger>
      <PathButton>{current.title}</PathButton>
      <Menu aria-label="Switch workspace">
        <MenuSection
          title="Workspaces"
          selectionMode="single"
          selectedKeys={[id]}
          onSelectionChange={(keys) => {
            const [workspace_id] = keys
            if (workspace_id) void commands.run(refTo(switchWorkspace, { workspace_id }))
          }}
        >
          {workspaces.map((workspace) => (
            <MenuItem key={workspace.id} id={workspace.id} icon="building-2">
              {workspace.title}
            </MenuItem>
          ))}
        </MenuSection>
        <CommandMenuItem command={openSettings}>Workspace settings</CommandMenuItem>
        <CommandMenuItem command={openWorkspaces}>All workspaces</CommandMenuItem>
        <CommandMenuItem command={newWorkspace} />
      </Menu>
    </MenuTrigger>
  )
}
