import { Button } from '@typecase/ui/button'
import type { ReactNode } from 'react'

import { type CommandLike, useCommand } from './commands.tsx'

export interface CommandButtonProps<Args extends object> {
  command: CommandLike<Args>
  args?: Partial<NoInfer<Args>>
  variant?: 'primary' | 'plain' | 'quiet' | 'danger'
  /** Why the command cannot run with these arguments, although it is enabled. */
  disabledReason?: string | undefined
  /** Replaces the command's title. With `isIconOnly`, a string that is the accessible name. */
  children?: ReactNode
  /** Shows only the icon; the title becomes the accessible name. */
  isIconOnly?: boolean
  /** Hides the command's icon. */
  isPlain?: boolean
  source?: 'button' | 'menu'
  /** Removes the button from the tab order: for the rows of a list that are not current. */
  excludeFromTabOrder?: boolean
}

/**
 * Renders a button that runs a command, with its icon, title and key. While disabled, the button stays and says why.
 * Renders nothing while no plugin offers the command.
 */
export function CommandButton<Args extends object>({
  command,
  args,
  disabledReason,
  variant,
  children,
  isIconOnly = false,
  isPlain = false,
  source = 'button',
  excludeFromTabOrder = false,
}: CommandButtonProps<Args>) {
  const { isRegistered, title, icon, isEnabled, reason, keys, isRunning, run } = useCommand(
    command,
    args,
  )
  if (!isRegistered) return null
  return (
    <Button
      variant={variant}
      icon={isPlain ? undefined : icon}
      kbd={keys[0]}
      disabledReason={isEnabled ? disabledReason : (reason ?? 'Not available here.')}
      isPending={isRunning}
      excludeFromTabOrder={excludeFromTabOrder}
      onPress={() => void run(source)}
      {...(isIconOnly && { 'aria-label': typeof children === 'string' ? children : title })}
    >
      {isIconOnly ? undefined : (children ?? title)}
    </Button>
  )
}
