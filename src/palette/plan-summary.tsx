import { ProgressBar } from '@typecase/ui/progress-bar'
import type { Plan } from '@typecase/plugin-sdk/plan'
import { Icon } from '@typecase/ui/icon'
import { formatNumber } from '@typecase/ui/format'
import { plural } from '@typecase/ui/count'

import type { ReviewState } from '../commands/review.ts'
import styles from './review.module.css'

/** The totals of a plan. They increase while the plan is being made. */
export function PlanSummary({ state }: { state: ReviewState }) {
  const { plan, totals, isWhole, failure } = state
  const duration = isWhole ? formatDuration(plan.duration) : undefined
  return (
    <div className={styles.summary}>
      {totals.counts.map(({ label, value }) => (
        <Count key={label} label={label} value={value} />
      ))}
      {plan.skipped.map(({ reason, count }) => (
        <Count key={reason} label={`skipped: ${reason}`} value={count} />
      ))}
      <p className={styles.terms}>
        {describeUndo(plan)}
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
      <b>{formatNumber(value)}</b> {label}
    </p>
  )
}

/** The side effects of a plan. */
export function PlanWarnings({ plan: { warnings = [] } }: { plan: Plan }) {
  if (warnings.length === 0) return null
  return (
    <ul className={styles.warnings} aria-label="Warnings">
      {warnings.map((warning) => (
        <li key={warning}>
          <Icon name="triangle-alert" size={14} />
          <span>{warning}</span>
        </li>
      ))}
    </ul>
  )
}

/** Formats a duration as an estimate, without false precision. @param ms undefined if unknown */
export function formatDuration(ms: number | undefined): string | undefined {
  if (ms === undefined) return undefined
  if (ms < 1_000) return 'less than a second'
  const seconds = Math.round(ms / 1_000)
  if (seconds < 60) return `about ${seconds} s`
  const minutes = Math.round(seconds / 60)
  return plural(minutes, 'about a minute', `about ${formatNumber(minutes)} minutes`)
}

export function describeUndo({
  isReversible,
  undoTime,
}: Pick<Plan, 'isReversible' | 'undoTime'>): string {
  if (!isReversible) return 'Cannot be undone'
  return undoTime ? `Can be undone for ${undoTime}` : 'Can be undone'
}
