import { CommandMenuItem } from '@typecase/plugin-sdk/react/command-menu-item'
import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { Icon } from '@typecase/ui/icon'
import { Menu, MenuItem, MenuSection, MenuTrigger } from '@typecase/ui/menu'
import { PlainButton } from '@typecase/ui/plain-button'

import { navCommandId } from '../kernel/nav-commands.ts'
import { type NavRow, rowsByGroup } from './nav-rows.ts'
import { RailTooltip } from './sidebar-row.tsx'
import styles from './sidebar.module.css'

/** A menu of the pages that are not pinned. */
export function MoreRows({ rows, isOpen }: { rows: readonly NavRow[]; isOpen: boolean }) {
  return (
    <MenuTrigger>
      <RailTooltip label={isOpen ? undefined : 'More'}>
        <PlainButton
          aria-label="More"
          className={styles.row}
          data-current={rows.some(({ isCurrent }) => isCurrent) || undefined}
        >
          <Icon name="ellipsis" size={17} />
          {isOpen ? (
            <>
              <span className={styles.label}>More</span>
              <Icon name="chevron-right" size={14} />
            </>
          ) : null}
        </PlainButton>
      </RailTooltip>
      <Menu aria-label="More pages" placement="right top">
        {rowsByGroup(rows).map(({ group, title, rows: ofGroup }) => (
          <MenuSection key={group} title={title}>
            {ofGroup.map((row) => (
              <MoreRow key={row.item.id} row={row} />
            ))}
          </MenuSection>
        ))}
        <MenuSection>
          <CommandMenuItem command="shell.pin-row" />
        </MenuSection>
      </Menu>
    </MenuTrigger>
  )
}

function MoreRow({ row: { item, href, isCurrent } }: { row: NavRow }) {
  const { keys } = useCommand(navCommandId(item))
  return (
    <MenuItem id={item.id} href={href} icon={item.icon} kbd={keys[0]} isCurrent={isCurrent}>
      {item.label}
    </MenuItem>
  )
}
