import { useEffect, useLayoutEffect, useRef } from 'react'

import type { Step } from '../commands/steps.ts'
import { useCore } from '../shell/core.tsx'
import { type KeptAnswer, keptAnswer } from './kept-answer.ts'
import type { ArgumentsPage } from './state.ts'

/**
 * Begins a step with what was answered before, else with what there is now, where it knows that: selected, so that typing
 * puts something else in its place.
 */
export function useInitial(page: ArgumentsPage, step: Step | undefined): void {
  const { host, palette } = useCore()
  const { args, id, query } = page
  const given = useRef<string>(undefined)

  // Often the server alone knows it.
  useEffect(() => {
    if (!step) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const context = { services: host.services, facts: host.facts.get(), signal, args }
    const { key, ask } = step
    async function begin(finding: Promise<KeptAnswer | undefined>): Promise<void> {
      const { text = '', chosen = [] } = (await finding) ?? {}
      if ((text === '' && chosen.length === 0) || signal.aborted) return
      given.current = text
      palette.dispatch({ type: 'begin-with', id, key, text, chosen })
    }
    const present = async (): Promise<KeptAnswer> => {
      const text = 'initial' in ask ? await ask.initial?.(context) : undefined
      const chosen = 'chosen' in ask ? await ask.chosen?.(context) : undefined
      return { ...(text !== undefined && { text }), ...(chosen && { chosen }) }
    }
    const kept = args[key]
    // Where it fails, the step begins empty.
    begin(kept === undefined ? present() : keptAnswer(step, kept, context)).catch(() => undefined)
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
