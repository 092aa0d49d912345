import { useEffect, useState } from 'react'

import type { Step } from '../commands/steps.ts'
import { useCore } from '../shell/core.tsx'
import type { ArgumentsPage } from './state.ts'

/** Begins a step with what there is now, where it knows that: selected, so that typing puts something else in its place. */
export function useInitial(page: ArgumentsPage, step: Step | undefined): void {
  const { host, palette } = useCore()
  const { args, id } = page
  const [given, setGiven] = useState<{ key: string; text: string }>()

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
      palette.dispatch({ type: 'begin-with', id, key, text })
      setGiven({ key, text })
    }
    // Where it fails, the step begins empty.
    begin(step.ask.initial(context)).catch(() => undefined)
    return () => controller.abort()
  }, [step, args, id, host, palette])

  // The field holds the text once it was rendered.
  useEffect(() => {
    const field = document.activeElement
    const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    if (given && isField && field.value === given.text) field.select()
  }, [given])
}
