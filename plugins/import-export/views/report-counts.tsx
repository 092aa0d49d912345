import type { ImportReport } from '@typecase/contract/import-export'

import styles from './import-page.module.css'

const NUMBER = new Intl.NumberFormat()

/** The counts of an import: objects as figures, the rest as words. */
export function ReportCounts({ report }: { report: ImportReport }) {
  const { objects } = report
  const isDry = report.mode === 'dry_run'
  const counts: [label: string, count: number, tone?: 'invalid'][] = [
    [isDry ? 'to create' : 'created', objects.added],
    [isDry ? 'to update' : 'updated', objects.updated],
    ['skipped, unchanged', objects.unchanged],
    ...(objects.deleted > 0 ? ([['to the trash', objects.deleted]] as [string, number][]) : []),
    ['invalid', report.invalid_rows ?? report.total_errors, 'invalid'],
  ]
  const others = othersOf(report)
  return (
    <>
      <dl className={styles.counts}>
        {counts.map(([label, count, tone]) => (
          <div key={label} data-tone={count > 0 ? tone : undefined}>
            <dt>{label}</dt>
            <dd>{NUMBER.format(count)}</dd>
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
    [types.added, 'object types added'],
    [types.updated, 'object types changed'],
    [types.deleted ?? 0, 'object types to the trash'],
    [folders?.added ?? 0, 'folders added'],
    [folders?.updated ?? 0, 'folders changed'],
    [media.added, 'media added'],
    [relations.resolved, 'relations found'],
    [relations.missing, 'relations missing'],
  ]
  return parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => {
      const one = words.replace(/^(object type|folder|relation)s/, '$1')
      return `${NUMBER.format(count)} ${count === 1 ? one : words}`
    })
}
