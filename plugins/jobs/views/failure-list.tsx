import { objectRoute } from '@typecase/content/routes'
import type { ChangeSet } from '@typecase/contract/change-sets'
import { objectNoun } from '@typecase/content/words/nouns'
import { type Noun, formatCount } from '@typecase/ui/count'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Link } from '@typecase/ui/link'

import { nounOf } from '../history/entry-words.ts'
import styles from './details.module.css'

interface FailureListProps {
  /** Id of the heading. */
  labelledBy: string
  /** The noun for the rows. Only objects have a page. */
  noun: Noun
  failures: readonly { object_id?: string; title?: string; reason: string }[]
  /** Index of the first failure among all. */
  skip?: number
}

/** The failures, each with its reason and a link to the object. */
export function FailureList({ labelledBy, noun, failures, skip = 0 }: FailureListProps) {
  const { href } = useService(Navigation)
  return (
    <ul className={styles.list} aria-labelledby={labelledBy}>
      {failures.map(({ object_id, title, reason }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a failure has no other identity, and none moves
        <li key={skip + index} className={styles.failure}>
          {object_id && noun !== objectNoun ? (
            <span>{title || 'Untitled'}</span>
          ) : object_id ? (
            <Link href={href(objectRoute, { params: { objectID: object_id } })} variant="quiet">
              {title || 'Untitled'}
            </Link>
          ) : null}
          <span className={styles.reason}>{reason}</span>
        </li>
      ))}
    </ul>
  )
}

interface SkippedObjectsProps {
  change: ChangeSet
  skipped: readonly { object_id: string; title: string; reason: string }[]
}

/** Objects that an immediate change skipped, with the reasons; nothing if there are none. */
export function SkippedObjects({ change, skipped }: SkippedObjectsProps) {
  if (skipped.length === 0) return null
  const noun = nounOf({ change })
  const count = formatCount(skipped.length, noun)
  return (
    <section aria-labelledby="skipped-objects">
      <h2 id="skipped-objects" className={styles.subtitle}>
        {change.undo_of === null ? `${count} not changed` : `${count} skipped`}
      </h2>
      <FailureList labelledBy="skipped-objects" failures={skipped} noun={noun} />
    </section>
  )
}
