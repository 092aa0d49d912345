import { ObjectChanges } from '@typecase/content/react/object-changes'
import { useFieldTitles } from '@typecase/content/react/field-titles'
import type { FieldChange } from '@typecase/contract/field-changes'
import type { ChangedField } from '@typecase/contract/import-export'
import { formatNumber } from '@typecase/ui/format'

import styles from './import-page.module.css'

interface ReportChangesProps {
  bucketSlug: string
  changes: readonly FieldChange[]
  /** Number of changes in the whole import. */
  total: number
  isApplied: boolean
}

/** Shows the fields of updated objects before and after the import. */
export function ReportChanges({ bucketSlug, changes, total, isApplied }: ReportChangesProps) {
  const nameOf = useFieldTitles(bucketSlug)
  const title = isApplied ? 'What changed' : 'What changes'
  return (
    <div className={styles.part}>
      <h3 id="import-changes" className={styles.partTitle}>
        {total > changes.length
          ? `${title}: the first ${formatNumber(changes.length)} of ${formatNumber(total)} fields`
          : title}
      </h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls is reached by keyboard */}
      <div className={styles.changes} role="region" aria-labelledby="import-changes" tabIndex={0}>
        <ObjectChanges aria-labelledby="import-changes" changes={changes} nameOf={nameOf} />
      </div>
    </div>
  )
}

/** Shows the fields of object types that an import adds, renames, changes or removes. */
export function ReportFields({ fields }: { fields: readonly ChangedField[] }) {
  return (
    <div className={styles.part}>
      <h3 id="import-fields" className={styles.partTitle}>
        Fields of object types
      </h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls is reached by keyboard */}
      <ul className={styles.warnings} aria-labelledby="import-fields" tabIndex={0}>
        {fields.map(({ object_type: type, key, new_key: next, title, change }) => (
          <li key={`${type}.${key} ${change}`}>
            {`${type}: “${title}” ${change} (${next === undefined ? key : `${key} → ${next}`})`}
          </li>
        ))}
      </ul>
    </div>
  )
}
