import type { AnyCommand } from '@typecase/plugin-sdk/command'
import type { KeyBinding } from '@typecase/plugin-sdk/keys'
import { goOptionsOf, type NavItem } from '@typecase/plugin-sdk/nav'
import type { Plugin } from '@typecase/plugin-sdk/plugin'
import { and, eq, not } from '@typecase/plugin-sdk/when'

/** Id of the command that opens a row of the sidebar. */
export function navCommandId(item: Pick<NavItem, 'id'>): `${string}.${string}` {
  return `${item.id}.go`
}

/** Adds to a plugin one command for each of its sidebar rows, and the row's key. */
export function withNavCommands(plugin: Plugin): Plugin {
  const { nav = [] } = plugin
  if (nav.length === 0) return plugin
  const keys = nav.flatMap((item): KeyBinding[] =>
    item.keys ? [{ keys: item.keys, command: navCommandId(item) }] : [],
  )
  return {
    ...plugin,
    commands: [...(plugin.commands ?? []), ...nav.map(goCommand)],
    keys: [...(plugin.keys ?? []), ...keys],
  }
}

function goCommand(item: NavItem): AnyCommand {
  const { to, params } = item
  // Where one is already there is nothing to go to. A page that others share with it may show another thing.
  const elsewhere = params ? [] : [not(eq('route.id', to.id))]
  const when = [...(item.when ? [item.when] : []), ...elsewhere]
  return {
    id: navCommandId(item),
    title: `Go to ${item.label}`,
    keywords: ['open', ...(item.keywords ?? [])],
    group: 'Go to',
    icon: item.icon,
    when: and(...when),
    why: (facts) => (facts['route.id'] === to.id && !params ? 'You are already here.' : undefined),
    effect: 'nav',
    load: () => Promise.resolve({ run: (_args, { go }) => go(to, goOptionsOf(item)) }),
  }
}
