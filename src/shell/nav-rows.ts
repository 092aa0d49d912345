import { goOptionsOf, type NavItem } from '@typecase/plugin-sdk/nav'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { useState, useSyncExternalStore } from 'react'

import type { Mount } from '@typecase/plugin-sdk/route'
import { createVisible } from '../kernel/visible.ts'
import { useCore } from '../core/core.tsx'

export interface NavRow {
  readonly item: NavItem
  readonly href: string
  readonly isCurrent: boolean
}

/** Mounts whose address names something that one has to be in. */
const placeOf: Partial<Record<Mount, 'route.bucketSlug' | 'route.projectID'>> = {
  bucket: 'route.bucketSlug',
  settings: 'route.bucketSlug',
  project: 'route.projectID',
}

/** The rows of the sidebar that lead somewhere from here. */
export function useNavRows(): readonly NavRow[] {
  const { host } = useCore()
  const navigation = useService(Navigation)
  const [visible] = useState(() => createVisible('nav', host.registry, host.facts))
  const items = useSyncExternalStore(visible.subscribe, visible.get)
  const facts = useFacts((all) => all)
  const current = facts['route.id']
  const rows = items.flatMap(({ item }) => {
    const mount = host.registry.get('routes').find((page) => page.item.id === item.to.id)
      ?.item.mount
    const place = mount && placeOf[mount]
    if (!mount || (place && !facts[place])) return []
    return [{ item, href: navigation.href(item.to, goOptionsOf(item)) }]
  })
  // The deepest address that holds the page: an object belongs to the list of objects.
  const path = navigation.current().split('?')[0] ?? ''
  const holding = rows
    .filter(({ href }) => isWithin(path, href.split('?')[0] ?? ''))
    .sort((a, b) => b.href.length - a.href.length)[0]
  const isOpen = ({ item, href }: (typeof rows)[number]): boolean =>
    item.to.id === current && (!item.params || isWithin(path, href))
  return rows.map((row) => ({
    ...row,
    isCurrent: isOpen(row) || (row === holding && !rows.some(isOpen)),
  }))
}

function isWithin(path: string, base: string): boolean {
  return path === base || path.startsWith(`${base}/`)
}
