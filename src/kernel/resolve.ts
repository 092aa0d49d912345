import type { Plugin } from '@typecase/plugin-sdk/plugin'
import type { AnyToken } from '@typecase/plugin-sdk/token'
import { tokenName } from '@typecase/plugin-sdk/token'

import { checkPlugin } from './check.ts'
import { PluginError } from './faults.ts'

/** Which plugins can be used together, in the order in which they count, and why the others cannot. */
export interface Resolution {
  readonly accepted: readonly Plugin[]
  readonly rejected: ReadonlyMap<string, PluginError>
}

/**
 * Decides which of the plugins can be used. The answer depends on the set alone, never on the order
 * in which they arrived: needs come first, then `order`, then the id.
 * @param coreTokens what the core provides
 * @param absent plugins that are there but switched off or faulty: messages name them
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

  // A plugin that falls out may take along those that need it.
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

/** Names that may exist once in the whole product: services and addresses. The later plugin gives way. */
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
    // Parameters of another name still match the same addresses.
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

/** Kahn's algorithm; among plugins that are free to go, `order` and id decide. */
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

/** The plugins among these that this one must come after. */
export function providersOf(plugin: Plugin, among: readonly Plugin[]): Plugin[] {
  const needs = new Set(plugin.needs?.map(tokenName))
  return among.filter(
    (other) => other !== plugin && tokensOf(other).some((token) => needs.has(tokenName(token))),
  )
}

/** Of plugins that block each other, those in the circle itself: some other still needs each of them. */
function withoutBystanders(blocked: Plugin[]): Plugin[] {
  const unresolved = blocked.filter((plugin) =>
    blocked.some((other) => providersOf(other, blocked).includes(plugin)),
  )
  return unresolved.length === blocked.length ? unresolved : withoutBystanders(unresolved)
}
