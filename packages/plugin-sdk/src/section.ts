import { type AnyCommand, defineCommand } from './command.ts'
import { routeRef } from './route.ts'
import { fill, type FillOptions, type SlotFill, type SlotName } from './slot.ts'

/** The names of the slots that are laid out as sections. */
export type SectionSlot = Extract<SlotName, `${string}.section`>

type SectionOptions<Name extends SectionSlot> = FillOptions<Name> & {
  /** `<plugin>.<name>`: the name is the last part of its address. */
  readonly id: `${string}.${string}`
  readonly title: string
  readonly icon: string
  readonly keywords?: readonly string[]
  /** Title of the command that opens it; “Open … settings” by default. */
  readonly commandTitle?: string
}

/** The result of `section`. */
export interface Section {
  /** For the plugin's `slots`. */
  readonly fill: SlotFill
  /** The command that opens it, for the plugin's `commands`. */
  readonly open: AnyCommand
}

/** Returns the last part of a section's address. */
export const nameOfSection = (id: string): string => id.slice(id.indexOf('.') + 1)

/** Returns a reference to the page of a slot's sections, whose id is that of the slot. */
export const sectionRoute = (name: SectionSlot) => routeRef<{ section: string }>(name)

/**
 * Creates a section of the settings or of the account, with the command that opens it.
 * @example
 * const keys = section(bucketSettings, { id: 'api.keys', title: 'Keys', icon: 'key', load: () => import('./views/keys.tsx') })
 * definePlugin({ slots: [keys.fill], commands: [keys.open], … })
 */
export function section<Name extends SectionSlot>(
  slot: Name,
  { keywords = [], commandTitle, ...options }: SectionOptions<Name>,
): Section {
  const { id, title, icon, when } = options
  const name = nameOfSection(id)
  return {
    // These options contain no option of the command.
    fill: fill(slot, options as unknown as FillOptions<Name>),
    open: defineCommand({
      id: `${id.slice(0, id.indexOf('.'))}.open-${name}-settings`,
      title: commandTitle ?? `Open ${title.charAt(0).toLowerCase()}${title.slice(1)} settings`,
      keywords: ['go to', ...keywords],
      group: 'Go to',
      icon,
      ...(when && { when }),
      effect: 'nav',
      load: () =>
        Promise.resolve({
          run: (_args, { go }) => go(sectionRoute(slot), { params: { section: name } }),
        }),
    }),
  }
}
