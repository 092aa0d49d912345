import type { ReleasedObject } from '@typecase/contract/releases'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Checkbox } from '@typecase/ui/checkbox'
import { Icon } from '@typecase/ui/icon'
import { Link } from '@typecase/ui/link'
import { StatusBadge } from '@typecase/ui/status-badge'

import { objectRoute } from '../routes.ts'
import styles from './releases.module.css'

export interface ReleasedRowProps {
  object: ReleasedObject
  bucketSlug: string
  /** Why it keeps the release back. */
  problem: string | undefined
  isCurrent: boolean
  isSelected: boolean
  isTabStop: boolean
  onToggle(): void
}

/** An object of a release: what it is, how it stands, and what keeps it from going live. */
export function ReleasedRow(props: ReleasedRowProps) {
  const { object, bucketSlug, problem, isCurrent, isSelected, isTabStop, onToggle } = props
  const { object_id: objectID, type, locale, state } = object
  const { href } = useService(Navigation)
  const title = object.title || 'Untitled'
  return (
    <li
      className={styles.row}
      data-current={isCurrent || undefined}
      data-selected={isSelected || undefined}
    >
      <span className={styles.name}>
        <span className={styles.link}>
          <Checkbox
            aria-label={`Select ${title}`}
            isSelected={isSelected}
            onChange={onToggle}
            excludeFromTabOrder={!isTabStop}
          />
          <Link
            href={href(objectRoute, { params: { bucketSlug, objectID } })}
            variant="quiet"
            data-row={objectID}
            excludeFromTabOrder={!isTabStop}
          >
            {title}
          </Link>
          {locale === null ? null : <code className={styles.code}>{locale}</code>}
        </span>
        {problem === undefined ? null : (
          <span className={styles.problem}>
            <Icon name="triangle-alert" size={14} />
            {problem}
          </span>
        )}
      </span>
      <span className={styles.count}>{type}</span>
      <ObjectState state={state} />
    </li>
  )
}

function ObjectState({ state }: Pick<ReleasedObject, 'state'>) {
  if (state === 'gone') return <StatusBadge status="error">Deleted for good</StatusBadge>
  if (state === 'trashed') return <StatusBadge status="error">In the trash</StatusBadge>
  return <StatusBadge status={state} />
}
