import { EmptyState } from '@typecase/ui/empty-state'
import { SectionPage } from '@typecase/ui/section-page'

import { nameOfSection, sectionRoute, type SectionSlot } from '../section.ts'
import { Navigation } from '../services.ts'
import type { Slots } from '../slot.ts'
import { useListKeys } from './list-keys.tsx'
import { useService } from './services.tsx'
import { Fill, useFills } from './slot.tsx'

interface SectionLayoutProps<Name extends SectionSlot> {
  title: string
  slot: Name
  props: Slots[Name]
  /** The section's name in the address; undefined for the first section. */
  current?: string | undefined
}

/** Renders the sections that plugins put into a slot: their names on the left, the open one next to them. */
export function SectionLayout<Name extends SectionSlot>(layout: SectionLayoutProps<Name>) {
  const { title, slot, props, current } = layout
  const { href } = useService(Navigation)
  const fills = useFills(slot)
  const section =
    current === undefined ? fills[0] : fills.find(({ id }) => nameOfSection(id) === current)
  const { list } = useListKeys(
    fills.map(({ id }) => id),
    { initialID: section?.id },
  )
  return (
    <SectionPage
      title={title}
      list={list}
      sections={fills.map((fill) => ({
        id: fill.id,
        title: fill.title ?? nameOfSection(fill.id),
        icon: fill.icon,
        href: href(sectionRoute(slot), { params: { section: nameOfSection(fill.id) } }),
        isCurrent: fill === section,
      }))}
    >
      {section ? (
        <Fill key={section.id} fill={section} props={props} />
      ) : (
        <EmptyState title="There is no such section" icon="search">
          Choose one from the list.
        </EmptyState>
      )}
    </SectionPage>
  )
}
