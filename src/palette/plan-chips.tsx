import { describeAnswer } from '../commands/answers.ts'
import type { ReviewRequest } from '../commands/interaction.ts'
import { titleOfStep } from '../commands/steps.ts'
import styles from './palette.module.css'
import { useLabels } from './use-labels.ts'

const ID = /^[0-9a-f]{24}$/

/** What the command was given: the scope first, as it is asked for. */
export function PlanChips({ request }: { request: Pick<ReviewRequest, 'args' | 'steps'> }) {
  const { args, steps } = request
  const labels = useLabels(args, steps)
  const filled = steps.filter(({ key }) => {
    const value = args[key]
    // An id means nothing to people. One that they picked has a label, which is shown instead.
    if (typeof value === 'string' && ID.test(value) && labels[key] === undefined) return false
    return value !== undefined && !(Array.isArray(value) && value.length === 0)
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
