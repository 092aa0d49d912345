import { MenuItem } from '@typecase/ui/menu'

import { type CommandLike, useCommand } from './commands.tsx'

export interface CommandMenuItemProps<Args extends object> {
  command: CommandLike<Args>
  args?: Partial<NoInfer<Args>>
  /** Why the command cannot run with these arguments, although it is enabled. */
  disabledReason?: string | undefined
  /** Replaces the command's title. */
  children?: string
  isDestructive?: boolean
  /** Tells items apart in a menu that has the same command more than once; the command's id by default. */
  id?: string
}

/**
 * Renders a menu item that runs a command, with its icon, title and key. While disabled, the item stays and says why.
 * Renders nothing while no plugin offers the command.
 */
export function CommandMenuItem<Args extends object>({
  command,
  args,
  disabledReason,
  children,
  isDestructive,
  id,
}: CommandMenuItemProps<Args>) {
  const { isRegistered, title, icon, isEnabled, reason, keys, run } = useCommand(command, args)
  if (!isRegistered) return null
  return (
    <MenuItem
      id={id ?? (typeof command === 'string' ? command : command.id)}
      icon={icon}
      kbd={keys[0]}
      isDestructive={isDestructive}
      disabledReason={isEnabled ? disabledReason : (reason ?? 'Not available here.')}
      onAction={() => void run('menu')}
    >
      {children ?? title}
    </MenuItem>
  )
}
