import type { Plugin } from '../plugin.ts'

/** A plugin together with what it brings later. */
export async function complete({ later, ...plugin }: Plugin): Promise<Plugin> {
  if (!later) return plugin
  const { default: part } = await later()
  return {
    ...plugin,
    commands: [...(part.commands ?? []), ...(plugin.commands ?? [])],
    sources: [...(part.sources ?? []), ...(plugin.sources ?? [])],
    keys: [...(part.keys ?? []), ...(plugin.keys ?? [])],
    facts: [...(part.facts ?? []), ...(plugin.facts ?? [])],
  }
}
