import { undoChangeSet } from '@typecase/content/commands'
import { objectsPath } from '@typecase/content/routes'
import { useFocusOnMount } from '@typecase/plugin-sdk/react/focus'
import type { ImportReport } from '@typecase/contract/import-export'
import type { Job } from '@typecase/contract/jobs'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { Button } from '@typecase/ui/button'
import { Icon } from '@typecase/ui/icon'
import { Link } from '@typecase/ui/link'
import type { ReactNode } from 'react'
import { formatNumber } from '@typecase/ui/format'

import { needsMapping, type Outcome, outcomeOf } from '../outcome.ts'
import type { ImportPhase } from '../use-import.ts'
import { formatReport } from '../report-text.ts'
import { download, ErrorTable, nameOf } from './error-table.tsx'
import styles from './import-page.module.css'
import { ReportChanges, ReportFields } from './report-changes.tsx'
import { ReportConflicts } from './report-conflicts.tsx'
import { ReportCounts } from './report-counts.tsx'
import { UnfetchedMedia } from './unfetched-media.tsx'

interface ImportOutcomeProps {
  phase: Extract<ImportPhase, { kind: 'idle' | 'ended' | 'refused' }>
  bucketSlug: string
  /** Whether the file is still available, which it is not after a reload. */
  hasFile: boolean
  onImport(): void
  onLeaveOut(): void
  onChooseFile(): void
}

/** Shows the result of an import or of its check, and the next steps. */
export function ImportOutcome(props: ImportOutcomeProps) {
  const { phase } = props
  if (phase.kind === 'idle') return null
  if (phase.kind === 'ended') return <EndedImport key={phase.job.id} {...props} job={phase.job} />
  const outcome: Outcome = {
    tone: 'failed',
    title: 'Nothing was imported',
    text: phase.message,
    next: 'none',
  }
  return <Frame outcome={outcome} />
}

function EndedImport({ job, ...props }: ImportOutcomeProps & { job: Job }) {
  // The result of the import's job, which is null if the job could not read its file.
  const report = job.result as ImportReport | null
  const outcome = outcomeOf(job, report)
  if (report && needsMapping(report)) {
    const fetchAgain = { ...outcome, text: 'Fetch it again to choose where its columns go.' }
    return (
      <Frame outcome={props.hasFile ? outcome : fetchAgain}>
        {report.warnings.length > 0 ? <Warnings report={report} /> : null}
      </Frame>
    )
  }
  return (
    <Frame outcome={outcome}>
      {report ? <ReportCounts report={report} isApplied={outcome.tone === 'done'} /> : null}
      <div className={styles.actions}>
        <NextSteps {...props} job={job} outcome={outcome} />
        {report ? (
          <Button
            variant="quiet"
            icon="download"
            onPress={() =>
              download(`${nameOf(job.title)}-report.txt`, formatReport(report, Infinity))
            }
          >
            Download report
          </Button>
        ) : null}
      </div>
      {report && report.errors.length > 0 ? <ErrorTable report={report} title={job.title} /> : null}
      {report ? <UnfetchedMedia report={report} /> : null}
      {report ? (
        <ReportConflicts
          bucketSlug={props.bucketSlug}
          report={report}
          isApplied={outcome.tone === 'done'}
        />
      ) : null}
      {report?.fields?.length ? <ReportFields fields={report.fields} /> : null}
      {report?.changes?.length ? (
        <ReportChanges
          bucketSlug={props.bucketSlug}
          changes={report.changes}
          total={report.total_changes ?? 0}
          isApplied={outcome.tone === 'done'}
        />
      ) : null}
      {report && report.warnings.length > 0 ? <Warnings report={report} /> : null}
    </Frame>
  )
}

const ICONS = {
  ready: 'list-checks',
  done: 'circle-check',
  failed: 'circle-alert',
  cancelled: 'ban',
} as const

function Frame({ outcome, children }: { outcome: Outcome; children?: ReactNode }) {
  // The user continues here, including with a keyboard or a screen reader.
  const heading = useFocusOnMount()
  return (
    <section className={styles.report} data-tone={outcome.tone} aria-labelledby="import-report">
      <div role={outcome.tone === 'failed' ? 'alert' : 'status'} className={styles.reportHead}>
        <Icon name={ICONS[outcome.tone]} size={20} className={styles.reportIcon} />
        <h2 id="import-report" ref={heading} tabIndex={-1} className={styles.subtitle}>
          {outcome.title}
        </h2>
        <p className={styles.text}>{outcome.text}</p>
      </div>
      {children}
    </section>
  )
}

function NextSteps({
  job,
  outcome,
  bucketSlug,
  hasFile,
  onImport,
  onLeaveOut,
  onChooseFile,
}: ImportOutcomeProps & { job: Job; outcome: Outcome }) {
  if (outcome.next === 'show') {
    return (
      <>
        <Link href={objectsPath(bucketSlug)}>Show the objects</Link>
        {job.change_set_id ? (
          // The command belongs to the history, and is absent if that plugin does not run.
          <CommandButton
            command={undoChangeSet}
            args={{ change_set_id: job.change_set_id }}
            variant="quiet"
          >
            Undo
          </CommandButton>
        ) : null}
      </>
    )
  }
  if (outcome.next === 'import' && hasFile) {
    return (
      <Button variant="primary" onPress={onImport}>
        {outcome.action}
      </Button>
    )
  }
  if (outcome.next === 'correct') {
    return (
      <>
        <Button variant="primary" icon="upload" onPress={onChooseFile}>
          Choose the corrected file
        </Button>
        {hasFile && outcome.action ? <Button onPress={onLeaveOut}>{outcome.action}</Button> : null}
      </>
    )
  }
  return null
}

function Warnings({ report }: { report: ImportReport }) {
  return (
    <div className={styles.part}>
      <h3 className={styles.partTitle}>Warnings</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls is reached by keyboard */}
      <ul className={styles.warnings} aria-label="Warnings" tabIndex={0}>
        {report.warnings.map(({ row, message, count = 1 }) => (
          <li key={`${row ?? ''} ${message}`}>
            {row === undefined ? '' : `Row ${row}: `}
            {message}
            {count > 1 ? ` (and ${formatNumber(count - 1)} more like it)` : ''}
          </li>
        ))}
      </ul>
    </div>
  )
}
