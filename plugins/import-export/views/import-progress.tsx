import type { ImportReport } from '@typecase/contract/import-export'
import { Link } from '@typecase/ui/link'
import { ProgressBar } from '@typecase/ui/progress-bar'

import type { ImportPhase } from '../use-import.ts'
import styles from './import-page.module.css'

const NUMBER = new Intl.NumberFormat()

/** How far an import is, and what it did or would do. */
export function ImportProgress({ phase, bucketSlug }: { phase: ImportPhase; bucketSlug: string }) {
  switch (phase.kind) {
    case 'idle':
      return null
    case 'sending':
      return (
        <ProgressBar
          label="Sending the file"
          value={phase.sent}
          maxValue={Math.max(1, phase.total)}
        />
      )
    case 'running':
      return (
        <ProgressBar
          label={phase.job.title}
          value={phase.job.total > 0 ? phase.job.done : null}
          maxValue={Math.max(1, phase.job.total)}
        />
      )
    case 'failed':
      return (
        <p role="alert" className={styles.failure}>
          Nothing was changed: {phase.message}
        </p>
      )
    default:
      return (
        <Report report={phase.report} isDryRun={phase.mode === 'dry_run'} bucketSlug={bucketSlug} />
      )
  }
}

interface ReportProps {
  report: ImportReport
  isDryRun: boolean
  bucketSlug: string
}

function Report({ report, isDryRun, bucketSlug }: ReportProps) {
  const { objects, object_types: types, relations, total_errors: errors } = report
  const counts = [
    ['objects added', objects.added],
    ['updated', objects.updated],
    ['unchanged', objects.unchanged],
    ['to the trash', objects.deleted],
    ['types added', types.added],
    ['relations found', relations.resolved],
    ['relations missing', relations.missing],
    ['rows not valid', errors],
  ] as const
  return (
    <section className={styles.report} aria-labelledby="import-report">
      <h2 id="import-report" className={styles.subtitle}>
        {isDryRun ? 'What would happen' : 'Imported'}
      </h2>
      <dl className={styles.counts} role="status">
        {counts
          .filter(([label, count]) => count > 0 || label === 'objects added')
          .map(([label, count]) => (
            <div key={label}>
              <dd>{NUMBER.format(count)}</dd>
              <dt>{label}</dt>
            </div>
          ))}
      </dl>
      {report.errors.length > 0 ? (
        <ul className={styles.errors} aria-label="Rows that are not valid">
          {report.errors.map(({ row, path, message, title }) => (
            <li key={`${row} ${path}`}>
              Row {row}
              {title ? ` (${title})` : ''}: {message}
            </li>
          ))}
        </ul>
      ) : null}
      {report.warnings.length > 0 ? (
        <ul className={styles.warnings} aria-label="Warnings">
          {report.warnings.map(({ row, message }) => (
            <li key={`${row ?? ''} ${message}`}>{message}</li>
          ))}
        </ul>
      ) : null}
      {isDryRun ? null : <Link href={`/${bucketSlug}/objects`}>Show the objects</Link>}
    </section>
  )
}
