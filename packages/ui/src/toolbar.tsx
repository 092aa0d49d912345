import type { ReactNode } from 'react'
import { Separator } from 'react-aria-components/Separator'
import { Toolbar as AriaToolbar } from 'react-aria-components/Toolbar'
import { classNames } from './class-names.ts'
import styles from './toolbar.module.css'

export interface ToolbarProps {
  'aria-label': string
  children: ReactNode
  /** `bar` is the 44 px bar at a page's edge, such as the selection's commands. */
  look?: 'plain' | 'bar' | undefined
}

/** A row of controls: one stop for Tab, arrow keys inside. */
export function Toolbar({ children, look = 'plain', ...rest }: ToolbarProps) {
  return (
    <AriaToolbar {...rest} className={classNames(styles.toolbar, look === 'bar' && styles.bar)}>
      {children}
    </AriaToolbar>
  )
}

export function ToolbarSeparator() {
  return <Separator orientation="vertical" className={styles.separator ?? ''} />
}

/** Pushes what follows to the right. */
export function ToolbarSpace() {
  return <span className={styles.space} />
}
