import { MenuItem } from '@typecase/ui/menu'

import { type CommandLike, useCommand } from './commands.tsx'

export interface CommandMenuItemProps<Args extends object> {
  command: CommandLike<Args>
  args?: Partial<NoInfer<Args>>
  /** Why it cannot be done with these arguments, although the command can be run. */
  disabledReason?: string | undefined
  /** Replaces the command's title. */
  children?: string
  isDestructive?: boolean
  /** Where a menu has a command more than once: what tells its items apart. */
  id?: string
}

/**
 * Runs a command from a menu. Shows its icon, title and key; disabled, it stays and says why.
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
