import type { ReactNode } from 'react'
import { ProgressBar as AriaProgressBar } from 'react-aria-components/ProgressBar'
import { Label } from 'react-aria-components/Label'
import { classNames } from './class-names.ts'
import styles from './progress-bar.module.css'

export interface ProgressBarProps {
  label?: ReactNode
  'aria-label'?: string
  /** From 0 to `maxValue`; `null` if the total is not known. */
  value: number | null
  maxValue?: number | undefined
  /** Shown instead of the percentage, such as "3 of 12". */
  valueLabel?: string | undefined
  tone?: 'accent' | 'done' | 'failed' | undefined
}

/** The progress of a job: a hairline with a label and the completed share. */
export function ProgressBar({
  label,
  value,
  maxValue = 100,
  valueLabel,
  tone = 'accent',
  ...rest
}: ProgressBarProps) {
  return (
    <AriaProgressBar
      {...rest}
      value={value ?? 0}
      maxValue={maxValue}
      isIndeterminate={value === null}
      {...(valueLabel ? { valueLabel } : {})}
      className={styles.progress ?? ''}
    >
      {({ percentage = 0, valueText, isIndeterminate }) => (
        <>
          {label ? (
            <span className={styles.words}>
              <Label>{label}</Label>
              <span className={styles.value}>{isIndeterminate ? valueLabel : valueText}</span>
            </span>
          ) : null}
          <span className={classNames(styles.track, styles[tone])}>
            <span
              className={classNames(styles.fill, isIndeterminate && styles.unknown)}
              style={isIndeterminate ? undefined : { width: `${percentage}%` }}
            />
          </span>
        </>
      )}
    </AriaProgressBar>
  )
}

/**
 * A small spinning ring in a control that is waiting. Do not use it alone on a page: that is what skeletons are for.
 */
export function ProgressRing({ label }: { label: string }) {
  return <AriaProgressBar aria-label={label} isIndeterminate className={styles.ring ?? ''} />
}
