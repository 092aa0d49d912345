import type { Job as ServerJob } from '@typecase/contract/jobs'
import { refTo } from '@typecase/plugin-sdk/command'
import { type Job, Jobs } from '@typecase/plugin-sdk/jobs'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Slot } from '@typecase/plugin-sdk/react/slot'
import { Commands, Navigation } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { ProgressBar } from '@typecase/ui/progress-bar'
import { useEffect, useState, useSyncExternalStore } from 'react'

import { cancelJob } from '../commands/job-commands.ts'
import { endInWords } from '../job-in-words.ts'
import { JobActions } from '../slots.ts'
import { useServerJobs } from '../use-server-jobs.ts'
import styles from './job-tray.module.css'

/** How long a command runs before it is worth a place in the tray. */
const SHORT = 600

interface TrayRow {
  id: string
  title: string
  done: number
  total: number
  cancelLabel: string
  onCancel(): void
}

/** What is running, bottom right: commands of this page and jobs of the server. It outlives palette and page. */
export default function JobTray() {
  const jobs = useService(Jobs)
  const commands = useService(Commands)
  const local = useSyncExternalStore(jobs.subscribe, jobs.list)
  const { jobs: server, ended } = useServerJobs()
  const { current } = useService(Navigation)
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const dismiss = (id: string) => setSeen((before) => new Set(before).add(id))
  // A page that is about the job tells it better.
  const onScreen = ended.find(({ id }) => !seen.has(id) && current().includes(id))
  if (onScreen) dismiss(onScreen.id)
  const told = ended.filter((job) => !seen.has(job.id) && isWorthTelling(job))

  const long = useLongRunning(local)
  const isInPalette = useFacts((facts) => facts['palette.isOpen'] ?? false)
  const isAsked = useFacts((facts) => facts['dialog.isOpen'] ?? false)

  const rows: TrayRow[] = [
    ...long
      // What the palette prepares is cancelled there.
      .filter(({ status }) => status !== 'preparing' || !isInPalette)
      // It waits for the answer, and not the user for it.
      .filter(({ progress }) => progress !== undefined || !isAsked)
      .map((job) => ({
        id: job.id,
        title: job.status === 'cancelling' ? `${job.title} – stopping` : job.title,
        done: job.progress?.done ?? 0,
        total: job.progress?.total ?? 0,
        cancelLabel:
          job.status === 'cancelling' ? `Stop waiting for ${job.title}` : `Cancel ${job.title}`,
        onCancel: () => jobs.cancel(job.id),
      })),
    ...server
      .filter(({ status }) => status === 'running' || status === 'queued')
      .map((job) => ({
        id: job.id,
        title: job.status === 'queued' ? `${job.title} – waiting` : job.title,
        done: job.done,
        total: job.total,
        cancelLabel: `Cancel ${job.title}`,
        onCancel: () => void commands.run(refTo(cancelJob, { job_id: job.id })),
      })),
  ]
  if (rows.length + told.length === 0) return null
  return (
    <section className={styles.tray} aria-label="Running jobs">
      {told.map((job) => (
        <div key={job.id} className={styles.row} role="status">
          <div className={styles.words}>
            <strong className={styles.name}>{job.title}</strong>
            <span className={styles.end} data-status={job.status}>
              {endInWords(job)}
            </span>
            <Slot point={JobActions} props={{ job, onOpen: () => dismiss(job.id) }} />
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
          <ProgressBar
            label={row.title}
            value={row.total > 0 ? row.done : null}
            maxValue={row.total}
          />
          <Button variant="quiet" icon="x" aria-label={row.cancelLabel} onPress={row.onCancel} />
        </div>
      ))}
    </section>
  )
}

/** Commands tell how their own jobs went; what has a result to look at, or did not finish, waits to be seen. */
const isWorthTelling = ({ status, result }: ServerJob) => status !== 'done' || result !== null

/** Commands that tell their progress, or that have run for a while without a word. */
function useLongRunning(jobs: readonly Job[]): readonly Job[] {
  const [now, setNow] = useState(Date.now)
  const running = jobs.filter(
    ({ status, isAsking }) =>
      !isAsking && (status === 'running' || status === 'cancelling' || status === 'preparing'),
  )
  const isShown = ({ status, startedAt, progress }: Job): boolean =>
    status === 'cancelling' || progress !== undefined || now - startedAt >= SHORT
  const next = Math.min(
    ...running.filter((job) => !isShown(job)).map(({ startedAt }) => startedAt + SHORT),
  )

  // The outside system is the clock: what hangs says nothing that would show it.
  useEffect(() => {
    if (!Number.isFinite(next)) return undefined
    const timer = setTimeout(() => setNow(Math.max(Date.now(), next)), next - Date.now())
    return () => clearTimeout(timer)
  }, [next])
  return running.filter(isShown)
}
