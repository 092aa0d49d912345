import type { Json, JsonObject } from '@typecase/plugin-sdk/json'
import { useEffect, useState } from 'react'

import type { Step } from '../commands/steps.ts'
import { useCore } from '../shell/core.tsx'

type Labels = Readonly<Record<string, string>>
const none: Labels = {}

/**
 * The words of the arguments, also of those that were filled in before the palette asked: what a picker is about is an
 * id, which only its rows can tell the name of.
 */
export function useLabels(args: JsonObject, steps: readonly Step[], labels: Labels = none): Labels {
  const { host } = useCore()
  const [found, setFound] = useState<Labels>(none)

  // Pickers ask the server.
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    async function look({ key, ask }: Step): Promise<void> {
      if (ask.kind !== 'picker' || args[key] === undefined || labels[key] !== undefined) return
      const context = { services: host.services, facts: host.facts.get(), signal, args }
      const rows = await ask.search('', context)
      const labelOf = (one: Json | undefined): string | undefined =>
        rows.find((row) => JSON.stringify(row.value) === JSON.stringify(one))?.label
      const given = args[key]
      const all = Array.isArray(given) ? given.map(labelOf) : [labelOf(given)]
      if (all.length === 0 || all.includes(undefined) || signal.aborted) return
      setFound((known) => ({ ...known, [key]: all.join(', ') }))
    }
    // Where it fails, the chip shows the value itself.
    for (const step of steps) look(step).catch(() => undefined)
    return () => controller.abort()
  }, [steps, args, labels, host])

  return { ...found, ...labels }
}
