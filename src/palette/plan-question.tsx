import type { PlanChoice } from '@typecase/plugin-sdk/plan'
import { SegmentedControl } from '@typecase/ui/segmented-control'

import styles from './review.module.css'

interface PlanQuestionProps {
  choice: PlanChoice | undefined
  onAnswer: (value: boolean) => void
}

/** The question of a plan: two answers, each of which leads to another plan. */
export function PlanQuestion({ choice, onAnswer }: PlanQuestionProps) {
  if (!choice) return null
  const { title, options, value, reason } = choice
  const chosen = options.find((option) => option.value === value)
  return (
    <div className={styles.question}>
      <span aria-hidden="true">{title}</span>
      {reason === undefined ? (
        <SegmentedControl
          aria-label={title}
          segments={options.map((option) => ({ ...option, id: String(option.value) }))}
          value={String(value)}
          onChange={(id) => onAnswer(id === 'true')}
        />
      ) : (
        <p>
          <b>{chosen?.label}</b> {reason}
        </p>
      )}
    </div>
  )
}
