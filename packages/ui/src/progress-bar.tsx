import type { ReactNode } from 'react'
import { ProgressBar as AriaProgressBar } from 'react-aria-components/ProgressBar'
import { Label } from 'react-aria-components/Label'
import { classNames } from './class-names.ts'
import styles from './progress-bar.module.css'

export interface ProgressBarProps {
  label?: ReactNode
  'aria-label'?: string
  /** From 0 to `maxValue`; `null` while the end is not known. */
  value: number | null
  maxValue?: number | undefined
  /** In place of the percentage, such as "3 of 12". */
  valueLabel?: string | undefined
  tone?: 'accent' | 'done' | 'failed' | undefined
}

/** How far a job is: a hairline with a label and the share done. */
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

/** A small turning ring inside a control that waits. Never alone on a page: that is a skeleton's place. */
export function ProgressRing({ label }: { label: string }) {
  return <AriaProgressBar aria-label={label} isIndeterminate className={styles.ring ?? ''} />
}
