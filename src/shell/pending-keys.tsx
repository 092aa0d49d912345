import { Kbd } from '@typecase/ui/kbd'
import { useAtomValue } from 'jotai/react'

import { pendingAtom } from '../keys/dispatcher.ts'
import styles from './pending-keys.module.css'

/** Limit of next keys that fit on the screen. */
const MAX_KEYS = 10

/** The possible next keys of a sequence. */
export function PendingKeys() {
  const pending = useAtomValue(pendingAtom)
  if (!pending) return null
  return (
    <div role="status" className={styles.box}>
      <Kbd binding={pending.pressed} />
      <ul className={styles.next}>
        {pending.next.slice(0, MAX_KEYS).map(({ keys: next, title }) => (
          <li key={`${next} ${title}`} className={styles.way}>
            <Kbd binding={next} />
            <span>{title}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
