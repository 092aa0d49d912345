import { objectRoute } from '@typecase/content/routes'
import type { ReleasedObject } from '@typecase/contract/releases'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Checkbox } from '@typecase/ui/checkbox'
import { Link } from '@typecase/ui/link'
import { Row, RowName, RowProblem } from '@typecase/ui/row-list'
import { StatusBadge } from '@typecase/ui/status-badge'

import styles from './releases.module.css'

export interface ReleasedRowProps {
  object: ReleasedObject
  bucketSlug: string
  /** Why the object prevents the publication of the release. */
  problem: string | undefined
  isCurrent: boolean
  isSelected: boolean
  isTabStop: boolean
  onToggle(): void
}

/** An object of a release with its title, its state, and the problem that prevents its publication. */
export function ReleasedRow(props: ReleasedRowProps) {
  const { object, bucketSlug, problem, isCurrent, isSelected, isTabStop, onToggle } = props
  const { object_id: objectID, type, locale, state } = object
  const { href } = useService(Navigation)
  const title = object.title || 'Untitled'
  return (
    <Row isCurrent={isCurrent} isSelected={isSelected} className={styles.row}>
      <RowName
        lead={
          <Checkbox
            aria-label={`Select ${title}`}
            isSelected={isSelected}
            onChange={onToggle}
            excludeFromTabOrder={!isTabStop}
          />
        }
        details={problem === undefined ? undefined : <RowProblem>{problem}</RowProblem>}
      >
        <Link
          href={href(objectRoute, { params: { bucketSlug, objectID } })}
          variant="quiet"
          data-row={objectID}
          excludeFromTabOrder={!isTabStop}
        >
          {title}
        </Link>
        {locale === null ? null : <code className={styles.code}>{locale}</code>}
      </RowName>
      <span className={styles.count}>{type}</span>
      <ObjectState state={state} />
    </Row>
  )
}

function ObjectState({ state }: Pick<ReleasedObject, 'state'>) {
  if (state === 'gone') return <StatusBadge status="error">Deleted for good</StatusBadge>
  if (state === 'trashed') return <StatusBadge status="error">In the trash</StatusBadge>
  return <StatusBadge status={state} />
}
