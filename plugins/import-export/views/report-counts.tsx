import type { ImportReport } from '@typecase/contract/import-export'
import { formatNumber } from '@typecase/ui/format'
import { formatCount } from '@typecase/ui/count'

import styles from './import-page.module.css'

interface ReportCountsProps {
  report: ImportReport
  /** Whether the import is in the bucket. A check or a failed import only reports what would change. */
  isApplied: boolean
}

/** Shows the counts of an import: objects as figures, the rest as words. */
export function ReportCounts({ report, isApplied }: ReportCountsProps) {
  const { objects } = report
  const counts: [label: string, count: number, tone?: 'invalid'][] = [
    [isApplied ? 'created' : 'to create', objects.added],
    [isApplied ? 'updated' : 'to update', objects.updated],
    ['unchanged', objects.unchanged],
    ...(objects.deleted > 0 ? ([['to the trash', objects.deleted]] as [string, number][]) : []),
    ['skipped, invalid', report.invalid_rows ?? report.total_errors, 'invalid'],
  ]
  const others = othersOf(report)
  return (
    <>
      <dl className={styles.counts}>
        {counts.map(([label, count, tone]) => (
          <div key={label} data-tone={count > 0 ? tone : undefined}>
            <dt>{label}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      {others.length > 0 ? <p className={styles.others}>{others.join(' · ')}</p> : null}
    </>
  )
}

function othersOf(report: ImportReport): string[] {
  const { object_types: types, object_type_folders: folders, media, relations } = report
  const parts: [number, string][] = [
    [types.added, 'new object types'],
    [types.updated, 'changed object types'],
    [types.deleted ?? 0, 'object types to the trash'],
    [folders?.added ?? 0, 'new folders'],
    [folders?.updated ?? 0, 'changed folders'],
    [media.added, 'new media'],
    [media.deleted ?? 0, 'media to the trash'],
    [relations.resolved, 'relations found'],
    [relations.missing, 'relations missing'],
  ]
  return parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => {
      const one = words.replace(/(object type|folder|relation)s/, '$1')
      return formatCount(count, { one, many: words })
    })
}
