import { type AnyCommand, defineCommand } from './command.ts'
import { routeRef } from './route.ts'
import { fill, type FillOptions, slot, type SlotFill, type SlotPoint } from './slot.ts'

/** Sections of a bucket's settings, each at `/{bucketSlug}/settings/{name}`. */
export const settingsSection = slot<{ bucketSlug: string }>('settings.section', 1)
/** Sections of the account, each at `/account/{name}`. */
export const accountSection = slot<object>('account.section', 1)

interface SectionOptions<Props extends object> extends FillOptions<Props> {
  /** `<plugin>.<name>`: the name is the last part of its address. */
  readonly id: `${string}.${string}`
  readonly title: string
  readonly icon: string
  readonly keywords?: readonly string[]
}

export interface Section {
  /** For the plugin's `slots`. */
  readonly fill: SlotFill
  /** “Open … settings”, for its `commands`. */
  readonly open: AnyCommand
}

/** The last part of a section's address. */
export const nameOfSection = (id: string): string => id.slice(id.indexOf('.') + 1)

/** The pages of the sections have the id of their slot. */
export const sectionRoute = ({ id }: SlotPoint<never>) => routeRef<{ section: string }>(id)

/**
 * A section of the settings or of the account, with the command that opens it.
 * @example
 * const keys = section(settingsSection, { id: 'api.keys', title: 'Keys', icon: 'key', load: () => import('./views/keys.tsx') })
 * definePlugin({ slots: [keys.fill], commands: [keys.open], … })
 */
export function section<Props extends object>(
  point: SlotPoint<Props>,
  { keywords = [], ...options }: SectionOptions<NoInfer<Props>>,
): Section {
  const { id, title, icon, when } = options
  const name = nameOfSection(id)
  return {
    fill: fill(point, options),
    open: defineCommand({
      id: `${id.slice(0, id.indexOf('.'))}.open-${name}-settings`,
      title: `Open ${title.charAt(0).toLowerCase()}${title.slice(1)} settings`,
      keywords: ['go to', ...keywords],
      group: 'Go to',
      icon,
      ...(when && { when }),
      effect: 'nav',
      load: () =>
        Promise.resolve({
          run: (_args, { go }) => go(sectionRoute(point), { params: { section: name } }),
        }),
    }),
  }
}
