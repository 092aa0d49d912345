import { Kbd } from '@typecase/ui/kbd'
import type { ReactNode } from 'react'

import styles from './palette.module.css'

export interface Hint {
  readonly keys: string
  readonly text: string
}

/** What the keys do here, at the foot of the palette. For eyes only: the input says the same in words. */
export function Footer({ hints, children }: { hints: readonly Hint[]; children?: ReactNode }) {
  return (
    <div className={styles.foot}>
      {hints.map(({ keys, text }) => (
        <span key={text} className={styles.hint} aria-hidden="true">
          <Kbd binding={keys} isSplit />
          {text}
        </span>
      ))}
      {children ? <span className={styles.end}>{children}</span> : null}
    </div>
  )
}
