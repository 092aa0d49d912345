import type { Job as ServerJob } from '@typecase/contract/jobs'
import { refTo } from '@typecase/plugin-sdk/command'
import { type Job, Jobs } from '@typecase/plugin-sdk/jobs'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { formatCount } from '@typecase/ui/count'
import { usePeople } from '@typecase/content/react/people'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Slot } from '@typecase/plugin-sdk/react/slot'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Commands, Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Link } from '@typecase/ui/link'
import { ProgressBar } from '@typecase/ui/progress-bar'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

import { cancelJob } from '../commands.ts'
import { percentOf } from '../history/entry-words.ts'
import { describeEnd, isRunning } from '../words.ts'
import { jobRoute } from '../routes.ts'
import { useServerJobs } from '../use-server-jobs.ts'
import { useAnnounceProgress, useFollowed, useLastingUndo } from '../use-tray.ts'
import styles from './job-tray.module.css'

/** Milliseconds that a command runs before the tray shows it. */
const SHORT = 600

interface TrayRow {
  id: string
  title: string
  /** The name of the server's job, equal for the tab that started it and the event stream. */
  about: string
  percent: number
  hasProgress: boolean
  cancelLabel: string
  onCancel(): void
}

/**
 * The tray at the bottom right, with running commands of this page and jobs of the server. It outlives palette and
 * page.
 */
export default function JobTray() {
  const jobs = useService(Jobs)
  const commands = useService(Commands)
  const local = useSyncExternalStore(jobs.subscribe, jobs.list)
  const serverJobs = useServerJobs()
  const { slug, jobs: server, ended } = serverJobs
  const { current, href } = useService(Navigation)
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const hrefOf = ({ id }: ServerJob) =>
    href(jobRoute, { params: { bucketSlug: slug ?? '', jobID: id } })
  const dismiss = (id: string) => setSeen((before) => new Set(before).add(id))
  // The job's own page shows more details, so the tray does not need to.
  const onScreen = ended.find(({ id }) => !seen.has(id) && current().includes(id))
  if (onScreen) dismiss(onScreen.id)
  const { followed, previousIds } = useFollowed(local, serverJobs)
  const me = useUser().data?.id
  useLastingUndo(ended, slug)
  const isOfOthers = ({ created_by: by }: ServerJob) => by !== null && by !== me
  // Names are loaded only if other users' jobs are shown.
  const people = usePeople(
    server.some((job) => isRunning(job) && isOfOthers(job)) ? slug : undefined,
  )
  const titleOf = (job: ServerJob) =>
    isOfOthers(job) ? `${job.title} – ${people.name(job.created_by)}` : job.title
  const announced = ended.filter((job) => !seen.has(job.id) && isWorthTelling(job, previousIds))

  const long = useLongRunning(local)
  const isInPalette = useFacts((facts) => facts['palette.isOpen'] ?? false)
  const isDialogOpen = useFacts((facts) => facts['dialog.isOpen'] ?? false)

  const rows: TrayRow[] = [
    ...long
      // A command that is preparing in the palette is cancelled there.
      .filter(({ status }) => status !== 'preparing' || !isInPalette)
      // Without progress, the command waits for the answer in the dialog.
      .filter(({ progress }) => progress !== undefined || !isDialogOpen)
      .filter((job) => !hasHandedOn(job, long))
      .map((job) => ({
        id: job.id,
        about: job.progress?.message ?? job.title,
        title: job.status === 'cancelling' ? `${job.title} – stopping` : job.title,
        percent: job.progress ? percentOf({ failed: 0, ...job.progress }) : 0,
        hasProgress: (job.progress?.total ?? 0) > 0,
        cancelLabel:
          job.status === 'cancelling' ? `Stop waiting for ${job.title}` : `Cancel ${job.title}`,
        onCancel: () => jobs.cancel(job.id),
      })),
    ...server
      // The command that follows the job has a row of its own.
      .filter((job) => isRunning(job) && !followed.has(job.title))
      .map((job) => ({
        id: job.id,
        about: job.title,
        title: job.status === 'queued' ? `${titleOf(job)} – waiting` : titleOf(job),
        percent: percentOf(job),
        hasProgress: job.status === 'running' && job.total > 0,
        cancelLabel: `Cancel ${job.title}`,
        onCancel: () => void commands.run(refTo(cancelJob, { job_id: job.id })),
      })),
  ]
  useAnnounceProgress(rows)
  const { tray, isFolded, unfold } = useFolded(announced.map(({ id }) => id).join())
  if (rows.length + announced.length === 0) return null
  return (
    <section ref={tray} className={styles.tray} aria-label="Running jobs">
      {isFolded ? (
        <Button icon="list-checks" onPress={unfold}>
          {formatCount(announced.length, 'finished job')}
        </Button>
      ) : null}
      {(isFolded ? [] : announced).map((job) => (
        <div key={job.id} className={styles.row} role="status">
          <div className={styles.words}>
            <strong className={styles.name}>{job.title}</strong>
            <span className={styles.end} data-status={job.status}>
              {describeEnd(job)}
            </span>
            <Slot name="jobs.actions" props={{ job, onOpen: () => dismiss(job.id) }} />
            {isImport(job) ? null : (
              <Link href={hrefOf(job)} onPress={() => dismiss(job.id)}>
                Show details
              </Link>
            )}
          </div>
          <Button
            variant="quiet"
            icon="x"
            aria-label={`Dismiss ${job.title}`}
            onPress={() => dismiss(job.id)}
          />
        </div>
      ))}
      {rows.map((row) => (
        <div key={row.id} className={styles.row}>
          <ProgressBar label={row.title} value={row.hasProgress ? row.percent : null} />
          <Button variant="quiet" icon="x" aria-label={row.cancelLabel} onPress={row.onCancel} />
        </div>
      ))}
    </section>
  )
}

/** Milliseconds after which ended jobs are collapsed, because the tray covers the page. */
const FOLDS_AFTER = 10_000

/** Collapses ended jobs. @param ended ids of the jobs that have ended; a change expands the list */
function useFolded(ended: string) {
  const tray = useRef<HTMLElement>(null)
  const [folded, setFolded] = useState<string>()
  // The clock and the focus are outside of React.
  useEffect(() => {
    if (ended === '') return undefined
    const timer = setTimeout(() => {
      // While the tray has the focus, it stays expanded.
      if (!tray.current?.contains(document.activeElement)) setFolded(ended)
    }, FOLDS_AFTER)
    return () => clearTimeout(timer)
  }, [ended])
  return {
    tray,
    isFolded: ended !== '' && folded === ended,
    unfold: () => setFolded(undefined),
  }
}

/** Imports have a report, which the import plugin links to. */
const isImport = ({ kind }: ServerJob) => kind.startsWith('import')

/** The palette follows this job and shows its result as a plan. */
const isDryRun = (job: ServerJob) => job.kind.endsWith('-dry-run') && !isImport(job)

/**
 * Whether an ended job needs a row. Commands report on their own jobs. A row is needed for jobs that were running when
 * the page loaded, whose command is gone, and for those that have a result to view or did not succeed.
 */
const isWorthTelling = (job: ServerJob, followedIds: ReadonlySet<string>) =>
  followedIds.has(job.id) || job.status !== 'done' || (job.result !== null && !isDryRun(job))

/** Whether another command does the work: undo, redo and repeat run a command whose row shows more. */
function hasHandedOn({ progress, startedAt }: Job, all: readonly Job[]): boolean {
  return !progress && all.some((other) => other.progress && other.startedAt >= startedAt)
}

/** Returns commands that report progress, or have been running for a while without any. */
function useLongRunning(jobs: readonly Job[]): readonly Job[] {
  const [now, setNow] = useState(Date.now)
  const running = jobs.filter(
    ({ status, isAsking }) =>
      !isAsking && (status === 'running' || status === 'cancelling' || status === 'preparing'),
  )
  const isVisible = ({ status, startedAt, progress }: Job): boolean =>
    status === 'cancelling' || progress !== undefined || now - startedAt >= SHORT
  const next = Math.min(
    ...running.filter((job) => !isVisible(job)).map(({ startedAt }) => startedAt + SHORT),
  )

  // A command that hangs reports nothing that would cause a render, so a timer does.
  useEffect(() => {
    if (!Number.isFinite(next)) return undefined
    const timer = setTimeout(() => setNow(Math.max(Date.now(), next)), next - Date.now())
    return () => clearTimeout(timer)
  }, [next])
  return running.filter(isVisible)
}
