import {
  importBucket,
  type ImportMapping,
  type ImportMode,
  type ImportReport,
} from '@typecase/contract/import-export'
import { getJob, type Job } from '@typecase/contract/jobs'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Api, BucketEvents, Queries } from '@typecase/plugin-sdk/services'
import { useState } from 'react'

/** How often a job is asked for when the event stream says nothing. */
const POLL = 1000

export type ImportPhase =
  | { kind: 'idle' }
  | { kind: 'sending'; sent: number; total: number }
  | { kind: 'running'; job: Job }
  | { kind: 'done'; mode: ImportMode; report: ImportReport }
  | { kind: 'failed'; message: string }

/** Sends a file and follows its job to the end. */
export function useImport(slug: string) {
  const api = useService(Api)
  const events = useService(BucketEvents)
  const queries = useService(Queries)
  const [phase, setPhase] = useState<ImportPhase>({ kind: 'idle' })

  async function send(
    file: File,
    mode: ImportMode,
    mapping: ImportMapping | undefined,
    skipInvalid: boolean,
  ) {
    setPhase({ kind: 'sending', sent: 0, total: file.size })
    try {
      const { job } = await api.upload(
        importBucket,
        {
          params: { slug },
          body: { import_mode: mode, skip_invalid: skipInvalid, ...(mapping && { mapping }) },
        },
        [file],
        { onProgress: (sent, total) => setPhase({ kind: 'sending', sent, total }) },
      )
      const ended = await follow(job)
      if (ended.status === 'done') {
        // The endpoint's job result is its report.
        setPhase({ kind: 'done', mode, report: ended.result as ImportReport })
      } else {
        const reason =
          ended.errors[0]?.reason ??
          (ended.status === 'cancelled' ? 'It was cancelled.' : 'It failed.')
        setPhase({ kind: 'failed', message: reason })
      }
    } catch (reason) {
      setPhase({
        kind: 'failed',
        message: reason instanceof Error ? reason.message : 'The import failed.',
      })
    }
    if (mode !== 'dry_run') await queries.invalidateQueries()
  }

  /** Resolves with the finished job: told by the event stream, or else asked for every second. */
  function follow(started: Job): Promise<Job> {
    setPhase({ kind: 'running', job: started })
    return new Promise((resolve, reject) => {
      const stop = () => {
        clearInterval(timer)
        unsubscribe()
      }
      function see(job: Job) {
        if (job.id !== started.id) return
        setPhase({ kind: 'running', job })
        if (job.finished_at === null) return
        stop()
        resolve(job)
      }
      const unsubscribe = events.subscribe(slug, (event) => {
        if (event.kind === 'job') see(event.job)
      })
      const timer = setInterval(() => {
        api.call(getJob, { query: { job_id: started.id } }).then(
          ({ job }) => see(job),
          (reason: unknown) => {
            stop()
            reject(reason instanceof Error ? reason : new Error(String(reason)))
          },
        )
      }, POLL)
    })
  }

  return { phase, send, reset: () => setPhase({ kind: 'idle' }) }
}
