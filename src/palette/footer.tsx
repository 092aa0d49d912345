import { Kbd } from '@typecase/ui/kbd'
import type { ReactNode } from 'react'
import { Button } from '@typecase/ui/button'
import { ProgressRing } from '@typecase/ui/progress-bar'
import { useService } from '@typecase/plugin-sdk/react/services'

import { PaletteControl } from './controller.ts'
import styles from './palette.module.css'

export interface Hint {
  /** Keys with the same or opposite effects are shown together. */
  readonly keys: string | readonly string[]
  readonly text: string
}

/** Key hints at the bottom of the palette. Hidden from screen readers: the input's description says the same. */
export function Footer({ hints, children }: { hints: readonly Hint[]; children?: ReactNode }) {
  return (
    <div className={styles.foot}>
      <span className={styles.hints}>
        {hints.map(({ keys, text }) => (
          <span key={text} className={styles.hint} aria-hidden="true">
            <span className={styles.keys}>
              {[keys].flat().map((binding) => (
                <Kbd key={binding} binding={binding} isSplit />
              ))}
            </span>
            {text}
          </span>
        ))}
      </span>
      {children ? <span className={styles.end}>{children}</span> : null}
    </div>
  )
}

/** Progress and a way to cancel, next to the input. Touch devices, which have no Escape key, always show the button. */
export function Leave({
  isBusy,
  isTouch,
  waitingFor,
}: {
  /** Whether a chosen command is preparing. */
  isBusy: boolean
  isTouch: boolean
  /** Name of other data that is loading, such as more rows. */
  waitingFor?: string | undefined
}) {
  const palette = useService(PaletteControl)
  return (
    <>
      {isBusy || waitingFor ? (
        <ProgressRing label={isBusy ? 'Preparing' : (waitingFor ?? '')} />
      ) : null}
      {isBusy ? (
        <Button kbd="Escape" onPress={palette.leave}>
          Cancel
        </Button>
      ) : isTouch ? (
        <Button variant="quiet" icon="x" aria-label="Close" tooltip="" onPress={palette.leave} />
      ) : null}
    </>
  )
}
