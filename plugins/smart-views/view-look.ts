import { objectsPath } from '@typecase/content/routes'
import type { SmartView } from '@typecase/contract/smart-views'
import { type ListLook, lookOfView, viewCountsQuery } from '@typecase/content/smart-views'
import type { Services } from '@typecase/plugin-sdk/token'

/** The default icon of a view. */
export const DEFAULT_ICON = 'list-filter'

/** Icons to choose from. Any emoji is possible as well. */
export const viewIcons = [
  'list-filter',
  'star',
  'bookmark',
  'flag',
  'heart',
  'pencil',
  'clock',
  'calendar-days',
  'globe',
  'languages',
  'image',
  'message-square',
  'tag',
  'users',
  'triangle-alert',
  'archive',
  'rocket',
  'sparkles',
] as const

/** Whether an icon is the name of one in the design system. All others are emoji. */
export const isIconName = (icon: string): boolean => /^[a-z][a-z0-9-]*$/.test(icon)

/** Returns the label of a view. An emoji precedes the title, because rows only support icons. */
export const labelOf = ({ title, icon }: SmartView): string =>
  icon && !isIconName(icon) ? `${icon} ${title}` : title

export const iconOf = ({ icon, unsupported }: SmartView): string =>
  unsupported.length > 0 ? 'triangle-alert' : icon && isIconName(icon) ? icon : DEFAULT_ICON

/** Returns the path of the list with a view. */
export const pathOfView = (bucketSlug: string, id: string): `/${string}` =>
  objectsPath(bucketSlug, { smartViewID: id })

/** Returns the query for the number of objects in each view, by id. */
export const countsQuery = (services: Services, slug: string) => ({
  ...viewCountsQuery(services, slug),
  select: ({ counts }: { counts: { id: string; count: number | null }[] }) =>
    new Map(counts.map(({ id, count }) => [id, count])),
})

/** Returns the names of the properties in which a list differs from its view. */
export function differences(look: ListLook, view: SmartView): readonly string[] {
  const saved = lookOfView(view)
  const isArranged = (sort: string | undefined) => !sort || sort === '-order'
  const isSorted = isArranged(look.sort) && isArranged(saved.sort) ? true : look.sort === saved.sort
  return [
    ...(canonical(look.query) === canonical(saved.query) ? [] : ['filter']),
    ...(isSorted ? [] : ['order']),
    ...(canonical(look.columns) === canonical(saved.columns) ? [] : ['columns']),
    ...((look.group ?? '') === (saved.group ?? '') ? [] : ['grouping']),
  ]
}

/** Returns JSON with sorted keys, because addresses do not preserve their order. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_key, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    ) ?? ''
  )
}

/** Returns the problems of a view's query with unsupported parts; empty if there are none. */
export const problemsOf = ({ unsupported }: SmartView): string =>
  unsupported.map(({ message }) => message).join(' ')
