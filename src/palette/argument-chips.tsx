import type { Json } from '@typecase/plugin-sdk/json'

import { describeAnswer } from '../commands/answers.ts'
import { type Step, titleOfStep } from '../commands/steps.ts'
import { useCore } from '../shell/core.tsx'
import styles from './palette.module.css'
import type { ArgumentsPage } from './state.ts'
import { useLabels } from './use-labels.ts'

/** The list "Arguments": the command, and what is filled in so far. Pressing one opens it again. */
export function ArgumentChips({ page }: { page: ArgumentsPage }) {
  const { palette } = useCore()
  const { request, args, at } = page
  const labels = useLabels(args, request.steps, page.labels)
  const filled = request.steps.filter(({ key }) => key !== at && args[key] !== undefined)
  return (
    <ul className={styles.chips} aria-label="Arguments">
      <li className={styles.chip}>{request.title.replace(/…$/, '')}</li>
      {filled.map((step) => {
        const words = labels[step.key] ?? wordsOf(step, args[step.key])
        const title = titleOfStep(step, args)
        return (
          <li key={step.key}>
            <button
              type="button"
              className={styles.chip}
              tabIndex={-1}
              aria-label={`${title}: ${words}. Change`}
              onClick={() => palette.dispatch({ type: 'reopen', key: step.key })}
            >
              <em>{title}</em> {words}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

const wordsOf = (step: Step, value: Json | undefined): string =>
  value === undefined ? '' : describeAnswer(step, value)
