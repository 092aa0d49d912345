import { useFieldTitles } from '@typecase/content/react/field-titles'
import { describeValue } from '@typecase/content/words/change'
import { fieldInVersion } from '@typecase/contract/field-changes'
import type { ImportReport } from '@typecase/contract/import-export'
import { formatCount, plural } from '@typecase/ui/count'
import { formatNumber } from '@typecase/ui/format'

import styles from './import-page.module.css'

interface ReportConflictsProps {
  bucketSlug: string
  report: ImportReport
  isApplied: boolean
}

/** Shows the fields that were changed both here and in the file since the last import, with all three values. */
export function ReportConflicts({ bucketSlug, report, isApplied }: ReportConflictsProps) {
  const nameOf = useFieldTitles(bucketSlug)
  const { conflicts = [], total_conflicts: total = 0, conflict_choice: choice } = report
  if (conflicts.length === 0) return null
  const fields = formatCount(total, 'field')
  const first = total > conflicts.length ? `: the first ${formatNumber(conflicts.length)}` : ''
  return (
    <div className={styles.part}>
      <h3 id="import-conflicts" className={styles.partTitle}>
        {`${fields} changed here and in the file${first}`}
      </h3>
      <p className={styles.text}>{outcomeOf(choice, isApplied, total)}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls is reached by keyboard */}
      <div className={styles.scroll} role="region" aria-labelledby="import-conflicts" tabIndex={0}>
        <table className={`${styles.problems} ${styles.conflicts}`}>
          <thead>
            <tr>
              <th scope="col">Object</th>
              <th scope="col">Field</th>
              <th scope="col">Last import</th>
              <th scope="col">Here</th>
              <th scope="col">File</th>
            </tr>
          </thead>
          <tbody>
            {conflicts.map((conflict) => {
              const { object_id: id, title, field, local_value, file_value } = conflict
              const cell = (label: string, value: unknown) => (
                <td data-label={label}>
                  {describeValue(fieldInVersion(field), value) || (
                    <span className={styles.rowTitle}>empty</span>
                  )}
                </td>
              )
              return (
                <tr key={`${id} ${field}`}>
                  <th scope="row">{title || 'Untitled'}</th>
                  <td>{nameOf(field)}</td>
                  {'import_value' in conflict ? (
                    cell('Last import', conflict.import_value)
                  ) : (
                    <td data-label="Last import">
                      <span className={styles.rowTitle}>not stored</span>
                    </td>
                  )}
                  {cell('Here', local_value)}
                  {cell('File', file_value)}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function outcomeOf(
  choice: ImportReport['conflict_choice'],
  isApplied: boolean,
  total: number,
): string {
  if (choice === 'take')
    return isApplied
      ? plural(total, 'It has the value of the file.', 'They have the values of the file.')
      : plural(total, 'It gets the value of the file.', 'They get the values of the file.')
  return isApplied
    ? plural(total, 'It kept its value here.', 'They kept their values here.')
    : plural(total, 'It keeps its value here.', 'They keep their values here.')
}
