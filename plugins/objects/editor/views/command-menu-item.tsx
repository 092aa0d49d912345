import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { MenuItem } from '@typecase/ui/menu'

/** A command as a row of a menu. Renders nothing while no plugin offers it. */
export function CommandMenuItem({
  command,
  isDestructive = false,
}: {
  command: string
  isDestructive?: boolean
}) {
  const { isKnown, title, icon, isEnabled, reason, keys, run } = useCommand(command)
  if (!isKnown) return null
  return (
    <MenuItem
      id={command}
      icon={icon}
      kbd={keys[0]}
      disabledReason={isEnabled ? undefined : (reason ?? 'Not available here.')}
      isDestructive={isDestructive}
      onAction={() => void run('menu')}
    >
      {title}
    </MenuItem>
  )
}
