import type { ReactNode } from 'react'
import {
  Tab as AriaTab,
  TabList as AriaTabList,
  TabPanel as AriaTabPanel,
  Tabs as AriaTabs,
  type TabListProps as AriaTabListProps,
  type TabPanelProps as AriaTabPanelProps,
  type TabProps as AriaTabProps,
  type TabsProps as AriaTabsProps,
} from 'react-aria-components/Tabs'
import { CountBadge } from './count-badge.tsx'
import { Icon } from './icon.tsx'
import styles from './tabs.module.css'

export type TabsProps = Omit<AriaTabsProps, 'className' | 'style' | 'render'>

/** Tabs with their panels: `<Tabs><TabList aria-label="…"><Tab id="all"/></TabList><TabPanel id="all"/></Tabs>`. */
export function Tabs(props: TabsProps) {
  return <AriaTabs {...props} className={styles.tabs ?? ''} />
}

export interface TabListProps<T> extends Omit<
  AriaTabListProps<T>,
  'className' | 'style' | 'render'
> {
  /** Controls after the last tab, such as "New view"; not part of the list of tabs. */
  after?: ReactNode
}

/** The row of tabs above a hairline. */
export function TabList<T extends object>({ after, ...rest }: TabListProps<T>) {
  return (
    <div className={styles.bar}>
      <AriaTabList {...rest} className={styles.list ?? ''} />
      {after}
    </div>
  )
}

export interface TabProps extends Omit<
  AriaTabProps,
  'children' | 'className' | 'style' | 'render'
> {
  children: ReactNode
  icon?: string | undefined
  /** A number after the title, such as the number of objects in a view. */
  count?: number | undefined
}

/** A tab, or with `href` a link that the app's router follows. */
export function Tab({ children, icon, count, ...rest }: TabProps) {
  return (
    <AriaTab {...rest} className={styles.tab ?? ''}>
      {icon ? <Icon name={icon} size={14} /> : null}
      {children}
      {count === undefined ? null : <CountBadge value={count} />}
    </AriaTab>
  )
}

export type TabPanelProps = Omit<AriaTabPanelProps, 'className' | 'style' | 'render'>

/** The content of one tab. */
export function TabPanel(props: TabPanelProps) {
  return <AriaTabPanel {...props} className={styles.panel ?? ''} />
}
