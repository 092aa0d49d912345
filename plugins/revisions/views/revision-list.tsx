import type { ObjectRevision } from '@typecase/contract/object-revisions'
import type { ObjectType } from '@typecase/contract/object-types'
import type { People } from '@typecase/content/words/person'
import { Avatar } from '@typecase/ui/avatar'
import { Link } from '@typecase/ui/link'
import { StatusBadge } from '@typecase/ui/status-badge'
import { formatTime } from '@typecase/ui/format'

import { describeChanges } from '../queries.ts'
import { describeDay } from '../moments.ts'
import styles from './revision-list.module.css'

export interface RevisionListProps {
  revisions: readonly ObjectRevision[]
  type: ObjectType | undefined
  people: People
  /** Returns the link of a revision's row. */
  hrefOf: (revision: ObjectRevision) => string
  /** Returns the side of a comparison that shows the revision. */
  sideOf?: (revision: ObjectRevision) => 'A' | 'B' | undefined
}

/** Revisions grouped by day, newest first. */
export function RevisionList({ revisions, ...row }: RevisionListProps) {
  return (
    <ol aria-label="Revisions" className={styles.list}>
      {revisions.map((revision, index) => {
        const day = describeDay(revision.created_at)
        const before = revisions[index - 1]
        const isNewDay = !before || describeDay(before.created_at) !== day
        return (
          <Row key={revision.id} {...row} revision={revision} day={isNewDay ? day : undefined} />
        )
      })}
    </ol>
  )
}

function Row({
  revision,
  day,
  type,
  people,
  hrefOf,
  sideOf,
}: Omit<RevisionListProps, 'revisions'> & { revision: ObjectRevision; day: string | undefined }) {
  const person = people.name(revision.created_by)
  const side = sideOf?.(revision)
  const time = formatTime(revision.created_at)
  return (
    <li>
      {day === undefined ? null : <p className={styles.day}>{day}</p>}
      <div className={styles.row} data-side={side}>
        {side ? (
          <span className={styles.side} data-side={side} aria-label={`Side ${side}`} role="img">
            {side}
          </span>
        ) : (
          <Avatar {...people.avatarOf(revision.created_by)} size={20} isDecorative />
        )}
        <span className={styles.words}>
          <Link variant="quiet" href={hrefOf(revision)}>
            {revision.name === null ? (
              <time dateTime={revision.created_at}>{time}</time>
            ) : (
              <>
                <strong>{revision.name}</strong> <time dateTime={revision.created_at}>{time}</time>
              </>
            )}
          </Link>
          <span className={styles.about}>{`${person} · ${describeChanges(type, revision)}`}</span>
        </span>
        {revision.status === 'published' ? (
          <StatusBadge status="published">Public</StatusBadge>
        ) : null}
      </div>
    </li>
  )
}
