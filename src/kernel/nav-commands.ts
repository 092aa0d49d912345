import type { AnyCommand } from '@typecase/plugin-sdk/command'
import type { KeyBinding } from '@typecase/plugin-sdk/keys'
import { goOptionsOf, type NavItem } from '@typecase/plugin-sdk/nav'
import type { Plugin } from '@typecase/plugin-sdk/plugin'
import { and, eq, not } from '@typecase/plugin-sdk/when'

/** Returns the id of the command that opens a row of the sidebar. */
export function navCommandId(item: Pick<NavItem, 'id'>): `${string}.${string}` {
  return `${item.id}.go`
}

/** Adds a command, and its key if there is one, for each sidebar row of a plugin. */
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
  // The command is hidden on its own page. A route with parameters may currently show another page than the row's.
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
