import { PlainButton } from '@typecase/ui/plain-button'
import type { Json } from '@typecase/plugin-sdk/json'
import { useService } from '@typecase/plugin-sdk/react/services'

import { describeAnswer } from '../commands/answers.ts'
import type { ReviewRequest } from '../commands/interaction.ts'
import { type Step, titleOfStep } from '../commands/steps.ts'
import { PaletteControl } from './controller.ts'
import styles from './palette.module.css'
import type { ArgumentsPage } from './state.ts'
import { useLabels } from './use-ask.ts'

/** The list “Arguments”: the command and its arguments so far. Pressing a chip reopens its step. */
export function ArgumentChips({ page }: { page: ArgumentsPage }) {
  const palette = useService(PaletteControl)
  const { request, args, at } = page
  const labels = useLabels(args, request.steps, page.labels)
  const filled = request.steps.filter(
    ({ key }) => key !== at && args[key] !== undefined && saysMore(args[key], labels[key]),
  )
  return (
    <ul className={styles.chips} aria-label="Arguments">
      <li className={styles.chip}>{request.title.replace(/…$/, '')}</li>
      {filled.map((step) => {
        const words = labels[step.key] ?? wordsOf(step, args[step.key])
        const title = titleOfStep(step, args)
        return (
          <li key={step.key}>
            <PlainButton
              className={styles.chip}
              excludeFromTabOrder
              aria-label={`${title}: ${words}. Change`}
              onPress={() => palette.dispatch({ type: 'reopen', key: step.key })}
            >
              <em>{title}</em> {words}
            </PlainButton>
          </li>
        )
      })}
    </ul>
  )
}

const wordsOf = (step: Step, value: Json | undefined): string =>
  value === undefined ? '' : describeAnswer(step, value)

const ID = /^[0-9a-f]{24}$/

/** Whether an argument can be shown. An id is meaningless to people unless it has a label. */
const saysMore = (value: Json | undefined, label: string | undefined): boolean =>
  label !== undefined || !(typeof value === 'string' && ID.test(value))

/** The arguments of the command, in the order of its steps. */
export function PlanChips({ request }: { request: Pick<ReviewRequest, 'args' | 'steps'> }) {
  const { args, steps } = request
  const labels = useLabels(args, steps)
  const filled = steps.filter(({ key }) => {
    const value = args[key]
    if (value === undefined || !saysMore(value, labels[key])) return false
    return !(Array.isArray(value) && value.length === 0)
  })
  if (filled.length === 0) return null
  return (
    <ul className={styles.chips} aria-label="Arguments">
      {filled.map((step) => (
        <li key={step.key} className={styles.chip}>
          {step.ask.kind === 'scope' ? null : <em>{titleOfStep(step, args)} </em>}
          {labels[step.key] ?? describeAnswer(step, args[step.key] ?? null)}
        </li>
      ))}
    </ul>
  )
}
