import type { AskPicker } from '@typecase/plugin-sdk/ask'
import {
  type AnyCommand,
  type ArgsOf,
  defineCommand,
  type Outcome,
  refTo,
} from '@typecase/plugin-sdk/command'
import type { NavItem } from '@typecase/plugin-sdk/nav'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { filterRows } from '@typecase/plugin-sdk/text-match'
import type { Services } from '@typecase/plugin-sdk/token'
import { has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import {
  orderAfterMove,
  type SidebarChoice,
  type SidebarLayout,
  SidebarRows,
  type SidebarRowsService,
} from './sidebar-rows.ts'

const common = {
  keywords: ['navigation', 'rail', 'icon', 'menu', 'page'],
  group: 'View',
  when: has('session.isLoggedIn'),
  effect: 'none',
} as const

const rowArgs = () => type({ row: 'string' })

const askRow = (list: (rows: SidebarRowsService) => readonly NavItem[]): AskPicker => ({
  kind: 'picker',
  title: 'Page',
  placeholder: 'Which page?',
  search: filterRows(async ({ services }) =>
    list(services.get(SidebarRows)).map(({ id, label, icon }) => ({
      id,
      value: id,
      label,
      icon,
    })),
  ),
})

/** Changes the sidebar; undo restores the whole arrangement. */
function choose(services: Services, message: string, next: SidebarChoice): Outcome {
  const rows = services.get(SidebarRows)
  const before = rows.choice()
  rows.choose(next)
  const undo = refTo(arrangeSidebar, { pins: before.pins, order: [...before.order] })
  return { message, undo }
}

function rowIn(items: readonly NavItem[], id: string, reason: string): NavItem {
  const row = items.find((item) => item.id === id)
  if (!row) throw new Refusal(reason)
  return row
}

/** Defines the command that pins a row or removes it from the rail. */
const pinCommand = (
  isPinned: boolean,
  listOf: (layout: SidebarLayout) => readonly NavItem[],
  refusal: string,
  options: { id: `shell.${string}`; title: string; icon: string; aliases: readonly string[] },
) =>
  defineCommand({
    ...common,
    ...options,
    args: rowArgs,
    ask: { row: askRow((rows) => listOf(rows.get())) },
    load: () =>
      Promise.resolve({
        run: async ({ row }: ArgsOf<typeof rowArgs>, { services }) => {
          const rows = services.get(SidebarRows)
          const { id, label } = rowIn(listOf(rows.get()), row, refusal)
          const { pins, order } = rows.choice()
          const message = isPinned
            ? `${label} pinned to the sidebar.`
            : `${label} unpinned. It is under “More”.`
          return choose(services, message, { pins: { ...pins, [id]: isPinned }, order })
        },
      }),
  })

export const pinRow = pinCommand(
  true,
  ({ more }) => more,
  'This page is not under “More”. Choose one that is.',
  {
    id: 'shell.pin-row',
    title: 'Pin to sidebar…',
    icon: 'pin',
    aliases: ['Add to sidebar', 'Show in sidebar'],
  },
)

export const unpinRow = pinCommand(
  false,
  ({ pinned }) => pinned,
  'This page is not pinned. Choose one that is.',
  {
    id: 'shell.unpin-row',
    title: 'Unpin from sidebar…',
    icon: 'pin-off',
    aliases: ['Remove from sidebar', 'Hide in sidebar'],
  },
)

const moveCommand = (
  by: -1 | 1,
  options: { id: `shell.${string}`; title: string; icon: string; aliases: readonly string[] },
) => {
  const way = by === -1 ? 'up' : 'down'
  return defineCommand({
    ...common,
    ...options,
    args: rowArgs,
    ask: {
      row: askRow((rows) =>
        rows
          .get()
          .pinned.filter(
            ({ id }) => orderAfterMove(rows.get(), rows.choice(), id, by) !== undefined,
          ),
      ),
    },
    load: () =>
      Promise.resolve({
        run: async ({ row }: ArgsOf<typeof rowArgs>, { services }) => {
          const rows = services.get(SidebarRows)
          const layout = rows.get()
          const { label } = rowIn(layout.pinned, row, 'Only pinned pages move. Pin it first.')
          const order = orderAfterMove(layout, rows.choice(), row, by)
          if (!order) throw new Refusal(`${label} can’t move further ${way} in its group.`)
          return choose(services, `${label} moved ${way}.`, { pins: rows.choice().pins, order })
        },
      }),
  })
}

export const moveRowUp = moveCommand(-1, {
  id: 'shell.move-row-up',
  title: 'Move up in sidebar…',
  icon: 'arrow-up',
  aliases: ['Reorder sidebar'],
})

export const moveRowDown = moveCommand(1, {
  id: 'shell.move-row-down',
  title: 'Move down in sidebar…',
  icon: 'arrow-down',
  aliases: ['Rearrange sidebar'],
})

export const resetSidebar = defineCommand({
  ...common,
  id: 'shell.reset-sidebar',
  title: 'Reset sidebar',
  icon: 'rotate-ccw',
  aliases: ['Default sidebar'],
  load: () =>
    Promise.resolve({
      run: async (_args, { services }) =>
        choose(services, 'Sidebar reset.', { pins: {}, order: [] }),
    }),
})

const arrangeArgs = () => type({ pins: { '[string]': 'boolean' }, order: 'string[]' })

/** Restores an earlier arrangement, for undo. */
const arrangeSidebar = defineCommand({
  ...common,
  id: 'shell.arrange-sidebar',
  title: 'Arrange sidebar',
  isInternal: true,
  args: arrangeArgs,
  load: () =>
    Promise.resolve({
      run: async (choice: ArgsOf<typeof arrangeArgs>, { services }) =>
        choose(services, 'Sidebar restored.', choice),
    }),
})

export const sidebarCommands: readonly AnyCommand[] = [
  pinRow,
  unpinRow,
  moveRowUp,
  moveRowDown,
  resetSidebar,
  arrangeSidebar,
]
