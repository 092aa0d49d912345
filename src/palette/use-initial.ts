import { useEffect, useLayoutEffect, useRef } from 'react'

import type { Step } from '../commands/steps.ts'
import { useCore } from '../shell/core.tsx'
import type { ArgumentsPage } from './state.ts'

/** Begins a step with what there is now, where it knows that: selected, so that typing puts something else in its place. */
export function useInitial(page: ArgumentsPage, step: Step | undefined): void {
  const { host, palette } = useCore()
  const { args, id, query } = page
  const given = useRef<string>(undefined)

  // Often the server alone knows it.
  useEffect(() => {
    if (!step || !('initial' in step.ask) || !step.ask.initial) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const context = { services: host.services, facts: host.facts.get(), signal, args }
    const { key } = step
    async function begin(finding: Promise<string | undefined>): Promise<void> {
      const text = await finding
      if (text === undefined || text === '' || signal.aborted) return
      given.current = text
      palette.dispatch({ type: 'begin-with', id, key, text })
    }
    // Where it fails, the step begins empty.
    begin(step.ask.initial(context)).catch(() => undefined)
    return () => controller.abort()
  }, [step, args, id, host, palette])

  // Before another key can come: what is typed next takes its place.
  useLayoutEffect(() => {
    const text = given.current
    given.current = undefined
    const field = document.activeElement
    const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    if (text !== undefined && text === query && isField && field.value === text) field.select()
  }, [query])
}
