import { refTo } from '@typecase/plugin-sdk/command'
import { type Job, Jobs } from '@typecase/plugin-sdk/jobs'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { ProgressBar } from '@typecase/ui/progress-bar'
import { useEffect, useState, useSyncExternalStore } from 'react'

import { cancelJob } from '../commands/job-commands.ts'
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
  const server = useServerJobs()

  const long = useLongRunning(local)
  const isInPalette = useFacts((facts) => facts['palette.isOpen'] ?? false)

  const rows: TrayRow[] = [
    ...long
      // What the palette prepares is cancelled there.
      .filter(({ status }) => status !== 'preparing' || !isInPalette)
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
  if (rows.length === 0) return null
  return (
    <section className={styles.tray} aria-label="Running jobs">
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
