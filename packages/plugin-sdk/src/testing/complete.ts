import type { Plugin } from '../plugin.ts'

/** Returns a plugin with the contributions of its `later` module. */
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
