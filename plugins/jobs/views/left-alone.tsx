import type { ChangeSet } from '@typecase/contract/change-sets'

import { objectsInWords } from '../history/entry-in-words.ts'
import styles from './details.module.css'
import { FailureList } from './failure-list.tsx'

interface LeftAloneProps {
  change: ChangeSet
  skipped: readonly { object_id: string; title: string; reason: string }[]
}

/** What a change that was made at once left alone, with the reasons; nothing where it did all. */
export function LeftAlone({ change, skipped }: LeftAloneProps) {
  if (skipped.length === 0) return null
  const count = objectsInWords(skipped.length)
  return (
    <section aria-labelledby="left-alone">
      <h2 id="left-alone" className={styles.subtitle}>
        {change.undo_of === null ? `${count} not changed` : `${count} left alone`}
      </h2>
      <FailureList labelledBy="left-alone" failures={skipped} />
    </section>
  )
}
