import type { Plugin } from '@typecase/plugin-sdk/plugin'
import type { AnyToken } from '@typecase/plugin-sdk/token'
import { tokenName } from '@typecase/plugin-sdk/token'

import { checkPlugin } from './check.ts'
import { PluginError } from './faults.ts'

/** The plugins that can be used together, in order of precedence, and the reasons why the others cannot. */
export interface Resolution {
  readonly accepted: readonly Plugin[]
  readonly rejected: ReadonlyMap<string, PluginError>
}

/**
 * Decides which plugins can be used. The result depends on the set of plugins alone, never on the order in which they
 * arrived: a plugin follows those it needs, then `order` decides, then the id.
 * @param coreTokens the services that the core provides
 * @param absent plugins that exist but are switched off or faulty, to be named in messages
 */
export function resolve(
  plugins: readonly Plugin[],
  coreTokens: readonly AnyToken[],
  absent: readonly Plugin[] = [],
): Resolution {
  const rejected = new Map<string, PluginError>()
  const isAccepted = (plugin: Plugin): boolean => !rejected.has(plugin.id)
  const reject = (plugin: Plugin, reason: string): void =>
    void rejected.set(plugin.id, new PluginError(reason))

  const sorted = [...plugins].sort(byOrder)
  for (const plugin of sorted) {
    const reason = checkPlugin(plugin)
    if (reason) reject(plugin, reason)
  }
  rejectClashes(sorted.filter(isAccepted), coreTokens, reject)

  // A rejected plugin may cause the rejection of those that need it.
  for (;;) {
    const plugins = sorted.filter(isAccepted)
    const missing = [...absent, ...sorted.filter((plugin) => !isAccepted(plugin))]
    const before = rejected.size
    rejectMissing(plugins, coreTokens, missing, reject)
    if (rejected.size > before) continue
    const { ordered, inCycle } = topological(plugins)
    if (inCycle.length === 0) return { accepted: ordered, rejected }
    const names = inCycle.map(({ id }) => `“${id}”`).join(', ')
    for (const plugin of inCycle) {
      reject(plugin, `The plugins ${names} depend on each other in a cycle.`)
    }
  }
}

function byOrder(a: Plugin, b: Plugin): number {
  return (a.order ?? 100) - (b.order ?? 100) || (a.id < b.id ? -1 : 1)
}

/** Rejects plugins that claim a service or an address that the core or an earlier plugin has taken. */
function rejectClashes(
  plugins: readonly Plugin[],
  coreTokens: readonly AnyToken[],
  reject: (plugin: Plugin, reason: string) => void,
): void {
  const owners = new Map(coreTokens.map((token) => [`service ${tokenName(token)}`, 'the core']))
  for (const plugin of plugins) {
    const names = uniqueNames(plugin)
    const taken = names.find((name, index) => owners.has(name) || names.indexOf(name) < index)
    if (taken) {
      const owner = owners.get(taken)
      const whose = owner ? `already contributed by ${owner}` : 'contributed twice'
      reject(plugin, `“${plugin.id}” contributes the ${taken}, which is ${whose}.`)
    } else {
      for (const name of names) owners.set(name, `“${plugin.id}”`)
    }
  }
}

function uniqueNames({ provides = [], routes = [] }: Plugin): string[] {
  return [
    ...provides.map(({ token }) => `service ${tokenName(token)}`),
    // Parameters with different names match the same addresses.
    ...routes.map(({ mount, path }) => `page ${mount}:/${path.replaceAll(/\$\w+/g, '$')}`),
  ]
}

function rejectMissing(
  plugins: readonly Plugin[],
  coreTokens: readonly AnyToken[],
  removedPlugins: readonly Plugin[],
  reject: (plugin: Plugin, reason: string) => void,
): void {
  const offered = [...coreTokens, ...plugins.flatMap(tokensOf)]
  const names = new Set(offered.map(tokenName))
  for (const plugin of plugins) {
    const missing = plugin.needs?.find((token) => !names.has(tokenName(token)))
    if (missing) reject(plugin, missingReason(plugin, missing, plugins, removedPlugins))
  }
}

function missingReason(
  plugin: Plugin,
  missing: AnyToken,
  there: readonly Plugin[],
  removedPlugins: readonly Plugin[],
): string {
  const name = tokenName(missing)
  const needs = `“${plugin.id}” needs the service ${name}`
  const lost = removedPlugins.find((other) =>
    tokensOf(other).some((token) => tokenName(token) === name),
  )
  if (lost) return `${needs} of the plugin “${lost.id}”, which is switched off or faulty.`
  const others = there.flatMap((other) =>
    tokensOf(other)
      .filter(({ id }) => id === missing.id)
      .map((token) => `“${other.id}” provides ${tokenName(token)}`),
  )
  return others.length > 0
    ? `${needs}, which no plugin provides; ${others.join(', ')}.`
    : `${needs}, which no plugin provides.`
}

function tokensOf(plugin: Plugin): AnyToken[] {
  return (plugin.provides ?? []).map(({ token }) => token)
}

/** Sorts by Kahn's algorithm. `plugins` is sorted by `order` and id, which decide among unblocked plugins. */
function topological(plugins: readonly Plugin[]): { ordered: Plugin[]; inCycle: Plugin[] } {
  const ordered: Plugin[] = []
  let waiting = [...plugins]
  while (waiting.length > 0) {
    const next = waiting.find((plugin) => providersOf(plugin, waiting).length === 0)
    if (!next) break
    ordered.push(next)
    waiting = waiting.filter((plugin) => plugin !== next)
  }
  return { ordered, inCycle: withoutBystanders(waiting) }
}

/** Returns those of the plugins that `plugin` must come after. */
export function providersOf(plugin: Plugin, among: readonly Plugin[]): Plugin[] {
  const needs = new Set(plugin.needs?.map(tokenName))
  return among.filter(
    (other) => other !== plugin && tokensOf(other).some((token) => needs.has(tokenName(token))),
  )
}

/** Returns the plugins in the cycle itself, without blocked plugins that no other blocked plugin needs. */
function withoutBystanders(blocked: Plugin[]): Plugin[] {
  const unresolved = blocked.filter((plugin) =>
    blocked.some((other) => providersOf(other, blocked).includes(plugin)),
  )
  return unresolved.length === blocked.length ? unresolved : withoutBystanders(unresolved)
}
