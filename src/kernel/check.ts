import type { Plugin } from '@typecase/plugin-sdk/plugin'

/** The SDK majors this core serves. */
const SUPPORTED_API = 1

const idForm = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/** Checks a plugin on its own. @returns the problem as a sentence, or undefined when there is none */
export function checkPlugin(plugin: Plugin): string | undefined {
  if (!idForm.test(plugin.id)) {
    return `The plugin id “${plugin.id}” must be lower-case words joined by “-”.`
  }
  // A plugin that was not compiled together with the core may contain any value here.
  const api: unknown = plugin.api
  if (api !== SUPPORTED_API) {
    return `“${plugin.id}” was written for version ${String(api)} of the plugin SDK; this is version ${SUPPORTED_API}.`
  }
  return checkIds(plugin)
}

/** Checks that ids begin with the plugin's id and are unique: people and other plugins refer to parts by them. */
function checkIds(plugin: Plugin): string | undefined {
  const seen = new Set<string>()
  for (const { kind, id } of idsOf(plugin)) {
    if (!id.startsWith(`${plugin.id}.`)) {
      return `The ${kind} “${id}” of “${plugin.id}” must be called “${plugin.id}.…”.`
    }
    const name = `${kind} “${id}”`
    if (seen.has(name)) return `“${plugin.id}” contributes the ${name} twice.`
    seen.add(name)
  }
  return undefined
}

function idsOf(plugin: Plugin): { kind: string; id: string }[] {
  const { commands = [], routes = [], sources = [], slots = [], nav = [] } = plugin
  return [
    ...commands.map(({ id }) => ({ kind: 'command', id })),
    ...routes.map(({ id }) => ({ kind: 'route', id })),
    ...sources.map(({ id }) => ({ kind: 'source', id })),
    ...slots.map(({ id }) => ({ kind: 'panel', id })),
    ...nav.map(({ id }) => ({ kind: 'sidebar item', id })),
  ]
}
