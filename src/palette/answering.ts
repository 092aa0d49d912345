import type { Json } from '@typecase/plugin-sdk/json'
import type { FactStoreService } from '@typecase/plugin-sdk/services'

import { describeAnswer, readAnswer } from '../commands/answers.ts'
import { isNeeded, type Step } from '../commands/steps.ts'
import type { PaletteController } from './controller.ts'
import { type ArgumentsPage, type ChosenItem, stepOf, todo } from './state.ts'
import { isMany, isSame, type StepAct } from './step-rows.ts'

/** The ways to answer the steps of a page. */
export interface Answering {
  /** Checks an answer, stores it and goes on, or shows what is wrong with it. */
  answer(input: Json, label?: string): Promise<void>
  /** Answers with typed text, if the step accepts text. */
  type(text: string): Promise<void>
  /** Adds an item to the chosen ones, or removes it. */
  toggle(one: ChosenItem): void
  skip(): void
  /** Ends the questions, since all steps are answered. */
  finish(): void
  /** Takes the current answer and skips optional steps. */
  runNow(act: StepAct | undefined): Promise<void>
}

export function createAnswering(
  palette: PaletteController,
  facts: Pick<FactStoreService, 'get'>,
  page: ArgumentsPage,
  step: Step | undefined = stepOf(page),
): Answering {
  const { dispatch } = palette

  /** Returns the current state of the page, because answers are checked asynchronously. */
  function now(): ArgumentsPage | undefined {
    const top = palette.state.get().pages.at(-1)
    return top?.kind === 'arguments' && top.id === page.id ? top : undefined
  }

  function finish(): void {
    const top = now()
    if (top && !top.isBusy) palette.finish(top.id, top.args)
  }

  function goOn(): void {
    if (now()?.at === undefined) finish()
  }

  async function answer(input: Json, label?: string): Promise<void> {
    if (!step) return finish()
    const read = await readAnswer(page.request.command, step, input, facts.get())
    // Meanwhile the user went back or closed the palette.
    if (now()?.at !== step.key) return
    if (!read.ok) return dispatch({ type: 'refuse', message: read.message })
    const { value } = read
    const words = label ?? describeChosen(page, input) ?? describeAnswer(step, value)
    dispatch({ type: 'answer', key: step.key, value, label: words })
    goOn()
  }

  async function type(text: string): Promise<void> {
    if (!step || isTyped(step)) return answer(text)
    const nothing = text === '' ? '' : `No results for “${text}”. `
    dispatch({ type: 'refuse', message: `${nothing}Choose from the list.` })
  }

  function skip(): void {
    if (page.at === undefined) return
    dispatch({ type: 'skip', key: page.at })
    goOn()
  }

  return {
    answer,
    type,
    finish,
    skip,
    toggle(one) {
      const others = page.chosen.filter(({ value }) => !isSame(value, one.value))
      const isNew = others.length === page.chosen.length
      dispatch({ type: 'choose', chosen: isNew ? [...others, one] : others })
    },
    async runNow(act) {
      if (page.chosen.length > 0) await answer(page.chosen.map(({ value }) => value))
      else if (act?.kind === 'answer')
        await answer(isMany(step) ? [act.input] : act.input, act.label)
      else if (page.query !== '') await type(page.query)
      for (;;) {
        const top = now()
        if (!top || top.message || top.isBusy) return
        const next = todo(top)[0]
        // Required steps must be asked for.
        if (next && isNeeded(next, top.args)) return
        if (!next) return finish()
        dispatch({ type: 'skip', key: next.key })
      }
    },
  }
}

/** Whether a step accepts typed text, and not only the offered choices. */
const isTyped = ({ kind }: Step): boolean =>
  ['text', 'multiline', 'number', 'date', 'confirm'].includes(kind)

function describeChosen({ chosen }: ArgumentsPage, input: Json): string | undefined {
  if (!Array.isArray(input) || chosen.length === 0) return undefined
  return chosen.length <= 2
    ? chosen.map(({ label }) => label).join(', ')
    : `${chosen.length} chosen`
}
