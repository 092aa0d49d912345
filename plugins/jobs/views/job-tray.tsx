import { refTo } from '@typecase/plugin-sdk/command'
import { type Job, Jobs } from '@typecase/plugin-sdk/jobs'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { ProgressBar } from '@typecase/ui/progress-bar'
import { useSyncExternalStore } from 'react'

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
  onCancel?(): void
}

/** What is running, bottom right: commands of this page and jobs of the server. It outlives palette and page. */
export default function JobTray() {
  const jobs = useService(Jobs)
  const commands = useService(Commands)
  const local = useSyncExternalStore(jobs.subscribe, jobs.list)
  const server = useServerJobs()

  const rows: TrayRow[] = [
    ...local.filter(isWorthShowing).map((job) => ({
      id: job.id,
      title: job.title,
      done: job.progress?.done ?? 0,
      total: job.progress?.total ?? 0,
      ...(job.status === 'running' && { onCancel: () => jobs.cancel(job.id) }),
    })),
    ...server
      .filter(({ status }) => status === 'running' || status === 'queued')
      .map((job) => ({
        id: job.id,
        title: job.status === 'queued' ? `${job.title} – waiting` : job.title,
        done: job.done,
        total: job.total,
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
          {row.onCancel ? (
            <Button
              variant="quiet"
              icon="x"
              aria-label={`Cancel ${row.title}`}
              onPress={row.onCancel}
            />
          ) : null}
        </div>
      ))}
    </section>
  )
}

function isWorthShowing({ status, startedAt, progress }: Job): boolean {
  const isRunning = status === 'running' || status === 'cancelling'
  return isRunning && (progress !== undefined || Date.now() - startedAt > SHORT)
}
