import { goOptionsOf, type NavGroup, navGroups, type NavItem } from '@typecase/plugin-sdk/nav'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { useSyncExternalStore } from 'react'

import { SidebarRows } from './sidebar-rows.ts'

export interface NavRow {
  readonly item: NavItem
  readonly href: string
  readonly isCurrent: boolean
}

/** Returns the rows of the sidebar with their addresses: those on the rail, and those under “More”. */
export function useNavRows(): { pinned: readonly NavRow[]; more: readonly NavRow[] } {
  const service = useService(SidebarRows)
  const navigation = useService(Navigation)
  const { pinned, more } = useSyncExternalStore(service.subscribe, service.get)
  // Reads all facts, because other parameters result in other addresses.
  const current = useFacts((facts) => facts)['route.id']
  const rows = [...pinned, ...more].map((item) => ({
    item,
    href: navigation.href(item.to, goOptionsOf(item)),
  }))
  // The row with the deepest address that contains the page: an object belongs to the list of objects.
  const path = navigation.current().split('?')[0] ?? ''
  const holding = rows
    .filter(({ href }) => isWithin(path, href.split('?')[0] ?? ''))
    .sort((a, b) => b.href.length - a.href.length)[0]
  const isOpen = ({ item, href }: (typeof rows)[number]): boolean =>
    item.to.id === current && (!item.params || isWithin(path, href))
  const marked = rows.map((row) => ({
    ...row,
    isCurrent: isOpen(row) || (row === holding && !rows.some(isOpen)),
  }))
  return { pinned: marked.slice(0, pinned.length), more: marked.slice(pinned.length) }
}

const groupTitles: Record<NavGroup, string> = {
  content: 'Content',
  planning: 'Planning',
  site: 'Site',
}

/** Groups the rows. Empty groups are left out. */
export function rowsByGroup(rows: readonly NavRow[]) {
  return navGroups.flatMap((group) => {
    const ofGroup = rows.filter(({ item }) => (item.group ?? 'site') === group)
    return ofGroup.length > 0 ? [{ group, title: groupTitles[group], rows: ofGroup }] : []
  })
}

function isWithin(path: string, base: string): boolean {
  return path === base || path.startsWith(`${base}/`)
}
