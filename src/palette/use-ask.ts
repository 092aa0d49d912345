import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import { parseMoment } from '@typecase/plugin-sdk/moment'
import type { Json, JsonObject } from '@typecase/plugin-sdk/json'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

import { describeMoment } from '../commands/answers.ts'
import { resolveStep, type Step } from '../commands/steps.ts'
import { useCore } from '../core/core.tsx'
import { PaletteControl } from './controller.ts'
import type { ArgumentsPage } from './state.ts'
import { readPreviousAnswer, type Lookup } from './step-rows.ts'

/** What a question to a plugin or the server depends on. */
interface Question {
  readonly args: JsonObject
  readonly about: Step | readonly Step[] | undefined
  readonly query?: string
}

/**
 * Asks a plugin or the server, and again when the question changes.
 * @param ask resolves to a function that shows the answer. Answers and failures are dropped if the question has changed
 */
function useAsk(
  { args, about, query }: Question,
  ask: (context: AskContext) => Promise<(() => void) | undefined>,
): void {
  const { host } = useCore()
  const start = useEffectEvent(ask)
  // The answer arrives later, from outside of React.
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const context = { services: host.services, facts: host.facts.get(), signal, args }
    start(context).then(
      (show) => (signal.aborted ? undefined : show?.()),
      () => undefined,
    )
    return () => controller.abort()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the question is asked again when any part of it changes
  }, [host, args, about, query])
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Resolves a step whose form depends on earlier arguments. Other steps are returned unchanged. */
export function useResolvedStep(
  { args }: ArgumentsPage,
  step: Step | undefined,
): { readonly step: Step | undefined; readonly failure?: string } {
  const [lookup, setLookup] = useState<{ of: Step; args: unknown; step: Step; failure?: string }>()
  useAsk({ args, about: step }, async (context) => {
    if (step?.ask.kind !== 'by') return undefined
    try {
      const ask = await step.ask.ask(context)
      return () => setLookup({ of: step, args, step: resolveStep(step, ask) })
    } catch (error) {
      return () => setLookup({ of: step, args, step, failure: wordsOf(error) })
    }
  })
  if (step?.ask.kind !== 'by' || lookup?.of !== step || lookup.args !== args) return { step }
  return { step: lookup.step, ...(lookup.failure && { failure: lookup.failure }) }
}

const none: readonly PickerRow[] = []
/** Limit of rows of a picker. */
const MAX_ROWS = 50

/** A lookup with the question that it answers. */
interface RowLookup extends Lookup {
  readonly step?: Step
  readonly args?: unknown
  readonly query?: string
}

/** Searches with the picker of a step, or parses the typed date. Stale answers are dropped. */
export function useLookup({ query, args }: ArgumentsPage, step: Step | undefined): Lookup {
  const [result, setLookup] = useState<RowLookup>({ rows: none, isPending: true })
  const show = (next: Omit<Lookup, 'isPending'>) => () =>
    setLookup({ ...(step && { step }), args, query, isPending: false, ...next })
  useAsk({ args, about: step, query }, async (context) => {
    const ask = step?.ask
    if (ask && 'search' in ask) {
      try {
        return show({ rows: (await ask.search(query, context)).slice(0, MAX_ROWS) })
      } catch (error) {
        return show({ rows: none, failure: wordsOf(error) })
      }
    }
    if (ask?.kind !== 'date' || query.trim() === '') return undefined
    const moment = await parseMoment(query, new Date())
    return show({ rows: none, ...(moment && { moment: describeMoment(moment.date.getTime()) }) })
  })

  // The last answer stays while the next one is loading, so that the list does not flicker.
  const isAboutThis = result.step === step && result.args === args
  if (isAboutThis && result.query === query) return result
  return { rows: isAboutThis ? result.rows : none, isPending: true }
}

/**
 * Fills a step with the previous answer, or with the current value if the step knows it. The text is selected, so that
 * typing replaces it.
 */
export function useInitial({ args, id, query }: ArgumentsPage, step: Step | undefined): void {
  const palette = useService(PaletteControl)
  const answerRef = useRef<string>(undefined)

  // If this fails, the step begins empty.
  useAsk({ args, about: step }, async (context) => {
    if (!step) return undefined
    const { key, ask } = step
    const previousAnswer = args[key]
    const present = async () => ({
      text: 'initial' in ask ? await ask.initial?.(context) : undefined,
      chosen: 'initialChoices' in ask ? await ask.initialChoices?.(context) : undefined,
    })
    const answer =
      previousAnswer === undefined
        ? await present()
        : await readPreviousAnswer(step, previousAnswer, context)
    const { text = '', chosen = [] } = answer ?? {}
    if (text === '' && chosen.length === 0) return undefined
    return () => {
      answerRef.current = text
      palette.dispatch({ type: 'begin-with', id, key, text, chosen })
    }
  })

  // Selects before the next key press, so that typing replaces the text.
  useLayoutEffect(() => {
    const text = answerRef.current
    answerRef.current = undefined
    const field = document.activeElement
    const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    if (text !== undefined && text === query && isField && field.value === text) field.select()
  }, [query])
}

type Labels = Readonly<Record<string, string>>
const noLabels: Labels = {}

/**
 * Returns the labels of arguments, including those that were filled in before the palette asked. A picker's argument is
 * an id whose label only its rows know. Without a label, the chip shows the value itself.
 */
export function useLabels(
  args: JsonObject,
  steps: readonly Step[],
  labels: Labels = noLabels,
): Labels {
  const [result, setLookup] = useState(noLabels)
  useAsk({ args, about: steps }, async (context) => {
    const all = await Promise.all(
      steps.map(async ({ key, ask }): Promise<Labels> => {
        if (ask.kind !== 'picker' || args[key] === undefined || labels[key] !== undefined) return {}
        const rows = await ask.search('', context).catch(() => none)
        const labelOf = (one: Json | undefined): string | undefined =>
          rows.find((row) => JSON.stringify(row.value) === JSON.stringify(one))?.label
        const answer = args[key]
        const words = Array.isArray(answer) ? answer.map(labelOf) : [labelOf(answer)]
        return words.length === 0 || words.includes(undefined) ? {} : { [key]: words.join(', ') }
      }),
    )
    return () => setLookup((labels) => Object.assign({}, labels, ...all) as Labels)
  })
  return { ...result, ...labels }
}
