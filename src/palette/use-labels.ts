import { useEffect, useState } from 'react'

import type { Step } from '../commands/steps.ts'
import { useCore } from '../shell/core.tsx'
import type { ArgumentsPage } from './state.ts'

/**
 * The words of the arguments, also of those that were filled in before the palette asked: what a picker is about is an
 * id, which only its rows can tell the name of.
 */
export function useLabels(page: ArgumentsPage): Readonly<Record<string, string>> {
  const { host } = useCore()
  const { args, labels, request } = page
  const { steps } = request
  const [found, setFound] = useState<Readonly<Record<string, string>>>({})

  // Pickers ask the server.
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    async function look({ key, ask }: Step): Promise<void> {
      const value = JSON.stringify(args[key])
      if (ask.kind !== 'picker' || value === undefined || labels[key] !== undefined) return
      const context = { services: host.services, facts: host.facts.get(), signal, args }
      const rows = await ask.search('', context)
      const row = rows.find((one) => JSON.stringify(one.value) === value)
      if (row && !signal.aborted) setFound((known) => ({ ...known, [key]: row.label }))
    }
    // Where it fails, the chip shows the value itself.
    for (const step of steps) look(step).catch(() => undefined)
    return () => controller.abort()
  }, [steps, args, labels, host])

  return { ...found, ...labels }
}
