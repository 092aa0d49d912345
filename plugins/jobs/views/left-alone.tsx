import type { ChangeSet } from '@typecase/contract/change-sets'
import { countInWords } from '@typecase/plugin-sdk/noun'

import { nounOf } from '../history/noun-of.ts'
import styles from './details.module.css'
import { FailureList } from './failure-list.tsx'

interface LeftAloneProps {
  change: ChangeSet
  skipped: readonly { object_id: string; title: string; reason: string }[]
}

/** What a change that was made at once left alone, with the reasons; nothing where it did all. */
export function LeftAlone({ change, skipped }: LeftAloneProps) {
  if (skipped.length === 0) return null
  const noun = nounOf({ change })
  const count = countInWords(skipped.length, noun)
  return (
    <section aria-labelledby="left-alone">
      <h2 id="left-alone" className={styles.subtitle}>
        {change.undo_of === null ? `${count} not changed` : `${count} left alone`}
      </h2>
      <FailureList labelledBy="left-alone" failures={skipped} noun={noun} />
    </section>
  )
}
