import { CommandMenuItem } from '@typecase/plugin-sdk/react/command-menu-item'
import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { Icon } from '@typecase/ui/icon'
import { ariaKeyShortcuts, Kbd } from '@typecase/ui/kbd'
import { Menu } from '@typecase/ui/menu'
import { Tooltip, type TooltipProps } from '@typecase/ui/tooltip'
import { type ComponentProps, type ReactNode, type Ref, useRef, useState } from 'react'
import { Link } from 'react-aria-components/Link'

import { navCommandId } from '../kernel/nav-commands.ts'
import type { NavRow } from './nav-rows.ts'
import styles from './sidebar.module.css'

/** How long a label stays, so that it moves to the next icon without a gap while the pointer moves along the rail. */
const LABEL_STAYS_MS = 300

interface SidebarRowProps {
  row: NavRow
  isPinned: boolean
  isOpen: boolean
  onNavigate?: () => void
}

/** A page in the sidebar; its context menu pins and moves it. */
export function SidebarRow({ row, isPinned, isOpen, onNavigate }: SidebarRowProps) {
  const { item, href, isCurrent } = row
  const { keys } = useCommand(navCommandId(item))
  const anchor = useRef<HTMLLIElement>(null)
  const [hasMenu, setHasMenu] = useState(false)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the menu key of the link inside ends here, too
    <li
      ref={anchor}
      onContextMenu={(event) => {
        event.preventDefault()
        setHasMenu(true)
      }}
    >
      <RailTooltip label={isOpen ? undefined : item.label} kbd={keys[0]}>
        <RailLink
          href={href}
          label={item.label}
          isCurrent={isCurrent}
          {...(keys[0] && { keys: keys[0] })}
          {...(onNavigate && { onNavigate })}
          className={styles.row}
        >
          <Icon name={item.icon} size={17} />
          {isOpen ? (
            <>
              <span className={styles.label}>{item.label}</span>
              {keys[0] ? <Kbd binding={keys[0]} /> : null}
            </>
          ) : null}
        </RailLink>
      </RailTooltip>
      {hasMenu ? (
        <Menu
          aria-label={item.label}
          autoFocus="first"
          placement="right top"
          onClose={() => setHasMenu(false)}
          float={{
            triggerRef: anchor,
            isOpen: true,
            onOpenChange: setHasMenu,
          }}
        >
          {isPinned ? (
            <>
              <CommandMenuItem command="shell.move-row-up" args={{ row: item.id }}>
                Move up
              </CommandMenuItem>
              <CommandMenuItem command="shell.move-row-down" args={{ row: item.id }}>
                Move down
              </CommandMenuItem>
              <CommandMenuItem command="shell.unpin-row" args={{ row: item.id }}>
                Unpin from sidebar
              </CommandMenuItem>
            </>
          ) : (
            <CommandMenuItem command="shell.pin-row" args={{ row: item.id }}>
              Pin to sidebar
            </CommandMenuItem>
          )}
        </Menu>
      ) : null}
    </li>
  )
}

/** Shows the name of an icon on the rail without delay. */
export function RailTooltip(props: Pick<TooltipProps, 'label' | 'kbd' | 'children'>) {
  return <Tooltip {...props} placement="right" delay={0} closeDelay={LABEL_STAYS_MS} />
}

/** A link of the rail. It has an accessible name even while only its icon is shown. */
export function RailLink({
  href,
  label,
  keys,
  isCurrent,
  onNavigate,
  className,
  children,
  ...trigger
}: {
  href: string
  label: string
  keys?: string
  isCurrent?: boolean
  onNavigate?: () => void
  className: string | undefined
  children: ReactNode
  /** From a tooltip around the link. */
  ref?: Ref<HTMLAnchorElement>
}) {
  return (
    <Link
      {...trigger}
      href={href}
      aria-label={label}
      {...(isCurrent && { 'aria-current': 'page' as const })}
      {...(onNavigate && { onPress: onNavigate })}
      className={className ?? ''}
      render={(dom) => (
        // React Aria renders an `a` element here, because there is an address.
        <a {...(dom as ComponentProps<'a'>)} aria-keyshortcuts={keys && ariaKeyShortcuts(keys)}>
          {dom.children}
        </a>
      )}
    >
      {children}
    </Link>
  )
}
