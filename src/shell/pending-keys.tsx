import { Kbd } from '@typecase/ui/kbd'
import { useSyncExternalStore } from 'react'

import { useCore } from '../core/core.tsx'
import styles from './pending-keys.module.css'

/** Ways on that fit on the screen. */
const SHOWN = 10

/** What a key sequence that was begun can become. */
export function PendingKeys() {
  const { keys } = useCore()
  const pending = useSyncExternalStore(keys.pending.subscribe, keys.pending.get)
  if (!pending) return null
  return (
    <div role="status" className={styles.box}>
      <Kbd binding={pending.pressed} />
      <ul className={styles.next}>
        {pending.next.slice(0, SHOWN).map(({ keys: next, title }) => (
          <li key={`${next} ${title}`} className={styles.way}>
            <Kbd binding={next} />
            <span>{title}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
