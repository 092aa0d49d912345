import { Kbd } from '@typecase/ui/kbd'
import type { ReactNode } from 'react'

import styles from './palette.module.css'

export interface Hint {
  /** Keys that do the same, or opposites of one another, stand together. */
  readonly keys: string | readonly string[]
  readonly text: string
}

/** What the keys do here, at the foot of the palette. For eyes only: the input says the same in words. */
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
