import { describeAnswer } from '../commands/answers.ts'
import type { Step } from '../commands/steps.ts'
import { useCore } from '../shell/core.tsx'
import styles from './palette.module.css'
import type { ArgumentsPage } from './state.ts'

/** The list "Arguments": the command, and what is filled in so far. Pressing one opens it again. */
export function ArgumentChips({ page }: { page: ArgumentsPage }) {
  const { palette } = useCore()
  const { request, args, at } = page
  const filled = request.steps.filter(({ key }) => key !== at && args[key] !== undefined)
  return (
    <ul className={styles.chips} aria-label="Arguments">
      <li className={styles.chip}>{request.title.replace(/…$/, '')}</li>
      {filled.map((step) => (
        <li key={step.key}>
          <button
            type="button"
            className={styles.chip}
            tabIndex={-1}
            aria-label={`${step.title}: ${labelOf(page, step)}. Change`}
            onClick={() => palette.dispatch({ type: 'reopen', key: step.key })}
          >
            <em>{step.title}</em> {labelOf(page, step)}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The words of an argument. */
function labelOf({ labels, args }: ArgumentsPage, step: Step): string {
  const value = args[step.key]
  return labels[step.key] ?? (value === undefined ? '' : describeAnswer(step, value))
}
