import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { Slot } from '@typecase/plugin-sdk/react/slot'
import { Icon } from '@typecase/ui/icon'
import { Kbd } from '@typecase/ui/kbd'
import { PlainButton } from '@typecase/ui/plain-button'

import { rowsByGroup, useNavRows } from './nav-rows.ts'
import { PluginFaults } from './plugin-faults.tsx'
import { MoreRows } from './sidebar-more.tsx'
import { RailLink, RailTooltip, SidebarRow } from './sidebar-row.tsx'
import styles from './sidebar.module.css'

/**
 * The navigation “Main”: icons while collapsed; names, keys and trees while expanded.
 * @param onNavigate closes the menu. Only passed on narrow screens, where the menu has room for all rows
 */
export function Sidebar({ isOpen, onNavigate }: { isOpen: boolean; onNavigate?: () => void }) {
  const { pinned, more } = useNavRows()
  const isMenu = onNavigate !== undefined
  const closing = { ...(onNavigate && { onNavigate }) }
  return (
    <nav aria-label="Main" className={styles.sidebar} data-open={isOpen || undefined}>
      <Mark isOpen={isOpen} {...closing} />
      <div className={styles.scroll}>
        {rowsByGroup(isMenu ? [...pinned, ...more] : pinned).map(({ group, title, rows }) => (
          <ul key={group} aria-label={title} className={styles.group}>
            {rows.map((row) => (
              <SidebarRow
                key={row.item.id}
                row={row}
                isPinned={pinned.includes(row)}
                isOpen={isOpen}
                {...closing}
              />
            ))}
          </ul>
        ))}
        {isMenu || more.length === 0 ? null : <MoreRows rows={more} isOpen={isOpen} />}
        {isOpen ? (
          <div className={styles.trees}>
            <Slot isInline name="shell.sidebar" props={closing} />
          </div>
        ) : null}
      </div>
      <PluginFaults />
      <ExpandButton isOpen={isOpen} {...closing} />
    </nav>
  )
}

function Mark({ isOpen, onNavigate }: { isOpen: boolean; onNavigate?: () => void }) {
  return (
    <RailTooltip label={isOpen ? undefined : 'Projects'}>
      <RailLink
        href="/projects"
        label="Typecase"
        {...(onNavigate && { onNavigate })}
        className={styles.brand}
      >
        <span className={styles.mark} aria-hidden="true">
          T
        </span>
        {isOpen ? <span className={styles.name}>Typecase</span> : null}
      </RailLink>
    </RailTooltip>
  )
}

function ExpandButton({ isOpen, onNavigate }: { isOpen: boolean; onNavigate?: () => void }) {
  const { keys, run } = useCommand('shell.toggle-sidebar')
  const label = isOpen ? 'Collapse sidebar' : 'Expand sidebar'
  return (
    <RailTooltip label={isOpen ? undefined : label} kbd={keys[0]}>
      <PlainButton
        className={styles.row}
        aria-label={label}
        aria-expanded={isOpen}
        keys={keys[0]}
        onPress={() => (onNavigate ? onNavigate() : void run())}
      >
        <Icon name={isOpen ? 'panel-left' : 'menu'} size={17} />
        {isOpen ? (
          <>
            <span className={styles.label}>Collapse</span>
            {keys[0] ? <Kbd binding={keys[0]} /> : null}
          </>
        ) : null}
      </PlainButton>
    </RailTooltip>
  )
}
