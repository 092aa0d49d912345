import { PlainButton } from '@typecase/ui/plain-button'
import { Slot } from '@typecase/plugin-sdk/react/slot'
import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { Icon } from '@typecase/ui/icon'
import { ariaKeyShortcuts, Kbd } from '@typecase/ui/kbd'
import { Tooltip } from '@typecase/ui/tooltip'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { Link } from 'react-aria-components/Link'

import { navCommandId } from '../kernel/nav-commands.ts'
import type { NavRow } from './nav-rows.ts'
import { useNavRows } from './nav-rows.ts'
import { PluginFaults } from './plugin-faults.tsx'
import styles from './sidebar.module.css'

/** The navigation "Main": icons while collapsed, with names, keys and trees while expanded. */
export function Sidebar({ isOpen, onGone }: { isOpen: boolean; onGone?: () => void }) {
  const rows = useNavRows()
  const toggle = useCommand('shell.toggle-sidebar')
  return (
    <nav aria-label="Main" className={styles.sidebar} data-open={isOpen || undefined}>
      <Mark {...(onGone && { onGone })} isOpen={isOpen} />
      <ul className={styles.rows}>
        {rows.map((row) => (
          <li key={row.item.id}>
            <Row row={row} isOpen={isOpen} {...(onGone && { onGone })} />
          </li>
        ))}
      </ul>
      {isOpen ? (
        <div className={styles.more}>
          <Slot isInline name="shell.sidebar" props={{ ...(onGone && { onGone }) }} />
        </div>
      ) : (
        <div className={styles.more} />
      )}
      <PluginFaults />
      <RailButton
        icon={isOpen ? 'panel-left' : 'menu'}
        label={isOpen ? 'Collapse sidebar' : 'Expand sidebar'}
        isOpen={isOpen}
        keys={toggle.keys[0]}
        onPress={() => (onGone ? onGone() : void toggle.run())}
      />
    </nav>
  )
}

function Mark({ isOpen, onGone }: { isOpen: boolean; onGone?: () => void }) {
  return (
    <RailLink
      href="/projects"
      label="Typecase"
      {...(onGone && { onGone })}
      className={styles.brand}
    >
      <span className={styles.mark} aria-hidden="true">
        T
      </span>
      {isOpen ? <span className={styles.name}>Typecase</span> : null}
    </RailLink>
  )
}

function Row({ row, isOpen, onGone }: { row: NavRow; isOpen: boolean; onGone?: () => void }) {
  const { item, href, isCurrent } = row
  const { keys } = useCommand(navCommandId(item))
  const link = (
    <RailLink
      href={href}
      label={item.label}
      isCurrent={isCurrent}
      {...(keys[0] && { keys: keys[0] })}
      {...(onGone && { onGone })}
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
  )
  if (isOpen) return link
  return (
    <Tooltip label={item.label} kbd={keys[0]} placement="right" delay={0}>
      {link}
    </Tooltip>
  )
}

/** A link of the rail, named also while only its icon is shown. */
function RailLink({
  href,
  label,
  keys,
  isCurrent,
  onGone,
  className,
  children,
  ...trigger
}: {
  href: string
  label: string
  keys?: string
  isCurrent?: boolean
  onGone?: () => void
  className: string | undefined
  children: ReactNode
  /** With what a tooltip around it adds. */
  ref?: Ref<HTMLAnchorElement>
}) {
  return (
    <Link
      {...trigger}
      href={href}
      aria-label={label}
      {...(isCurrent && { 'aria-current': 'page' as const })}
      {...(onGone && { onPress: onGone })}
      className={className ?? ''}
      render={(dom) => (
        // React Aria renders a link here, because there is an address.
        <a {...(dom as ComponentProps<'a'>)} aria-keyshortcuts={keys && ariaKeyShortcuts(keys)}>
          {dom.children}
        </a>
      )}
    >
      {children}
    </Link>
  )
}

function RailButton({
  icon,
  label,
  keys,
  isOpen,
  onPress,
}: {
  icon: string
  label: string
  keys: string | undefined
  isOpen: boolean
  onPress: () => void
}) {
  return (
    <PlainButton
      className={styles.row}
      aria-label={label}
      aria-expanded={isOpen}
      keys={keys}
      title={isOpen ? undefined : label}
      onPress={onPress}
    >
      <Icon name={icon} size={17} />
      {isOpen ? (
        <>
          <span className={styles.label}>Collapse</span>
          {keys ? <Kbd binding={keys} /> : null}
        </>
      ) : null}
    </PlainButton>
  )
}
