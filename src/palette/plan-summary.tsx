import { ProgressBar } from '@typecase/ui/progress-bar'

import type { ReviewState } from '../commands/review.ts'
import { durationInWords, reversibleInWords } from './plan-words.ts'
import styles from './review.module.css'

/** What a plan comes to, in numbers; they go up while it is made. */
export function PlanSummary({ state }: { state: ReviewState }) {
  const { plan, totals, isWhole, failure } = state
  const duration = isWhole ? durationInWords(plan.duration) : undefined
  return (
    <div className={styles.summary}>
      {totals.counts.map(({ label, value }) => (
        <Count key={label} label={label} value={value} />
      ))}
      {plan.skipped.map(({ reason, count }) => (
        <Count key={reason} label={`skipped: ${reason}`} value={count} />
      ))}
      <p className={styles.terms}>
        {reversibleInWords(plan)}
        {duration ? (
          <>
            <br />
            {duration}
          </>
        ) : null}
      </p>
      {isWhole || failure ? null : (
        <div className={styles.counting}>
          <ProgressBar
            aria-label="Counting"
            value={plan.progress ? plan.progress.done : null}
            maxValue={plan.progress?.total}
          />
        </div>
      )}
    </div>
  )
}

function Count({ label, value }: { label: string; value: number }) {
  return (
    <p className={styles.count}>
      <b>{value.toLocaleString('en')}</b> {label}
    </p>
  )
}
