import { DEFAULT_WORKSPACE, type Workspace } from '@typecase/contract/workspaces'
import { Avatar } from '@typecase/ui/avatar'
import { Icon } from '@typecase/ui/icon'

/** The logo or initials of a workspace; an icon for the built-in one. Decorative, because the title is next to it. */
export function WorkspaceLogo({ workspace, size }: { workspace: Workspace; size: number }) {
  if (workspace.id === DEFAULT_WORKSPACE) return <Icon name="building-2" size={18} />
  return <Avatar name={workspace.title} src={workspace.logo} size={size} isDecorative />
}
