import { cancelJob } from '@typecase/content/commands'
import {
  type ConflictChoice,
  importBucket,
  type ImportMapping,
  type ImportModel,
  type ImportMode,
  type MissingReferences,
} from '@typecase/contract/import-export'
import { getJob, type Job } from '@typecase/contract/jobs'
import { refTo } from '@typecase/plugin-sdk/command'
import { Journal } from '@typecase/plugin-sdk/jobs'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Api, BucketEvents, Commands, Queries } from '@typecase/plugin-sdk/services'
import { useEffect, useRef, useState } from 'react'

/** Time between requests for a job while the event stream is silent, in ms. */
const POLL = 1000

export type ImportPhase =
  | { kind: 'idle' }
  | { kind: 'sending'; sent: number; total: number }
  | { kind: 'running'; job: Job }
  | { kind: 'ended'; job: Job }
  /** No job was created, or it cannot be followed. */
  | { kind: 'refused'; message: string }

/** The user's choices. */
export interface ImportRequest {
  file: File
  /** Address that the server fetches the file from. */
  url?: string | undefined
  mapping: ImportMapping | undefined
  /** The choices for an export of another system. */
  model: ImportModel | undefined
  /** The key of an encrypted export. */
  exportKey?: string
  mode: 'merge' | 'replace'
  isDryRun: boolean
  skipsInvalid: boolean
  fetchesMedia: boolean
  publishes: boolean
  missingReferences?: MissingReferences | undefined
  /** The choice for fields that were changed both here and in the file. */
  conflicts?: ConflictChoice | undefined
}

/**
 * Sends a file and follows its job to the end.
 * @param jobId a job to follow that began earlier: before a reload, or in a row of the history
 * @param onStart called with the new job
 */
export function useImport(slug: string, jobId: string | undefined, onStart: (job: Job) => void) {
  const api = useService(Api)
  const events = useService(BucketEvents)
  const queries = useService(Queries)
  const commands = useService(Commands)
  const journal = useService(Journal)
  const [phase, setPhase] = useState<ImportPhase>({ kind: 'idle' })
  const following = useRef<{ jobId: string; stop: () => void }>(undefined)
  const sending = useRef<AbortController>(undefined)
  const isUnmounted = useRef(false)

  /** Sends a file. @param onEnd called with the job when it has ended */
  async function send(request: ImportRequest, onEnd?: (job: Job) => void) {
    stopFollowing()
    const { file, url, mapping, mode, isDryRun, skipsInvalid, fetchesMedia, publishes } = request
    const { missingReferences, model, exportKey, conflicts } = request
    const controller = new AbortController()
    sending.current = controller
    setPhase({ kind: 'sending', sent: 0, total: file.size })
    const importMode: ImportMode = isDryRun ? 'dry_run' : mode
    try {
      const { job } = await api.upload(
        importBucket,
        {
          params: { slug },
          body: {
            import_mode: importMode,
            skip_invalid: skipsInvalid,
            publish: publishes,
            ...(conflicts && { conflicts }),
            ...(missingReferences && { missing_references: missingReferences }),
            ...(fetchesMedia && !isDryRun && { fetch_media: true }),
            ...(isDryRun && { dry_run_of: mode }),
            ...(mapping && { mapping }),
            ...(model && { model }),
            ...(url !== undefined && { import_url: url }),
            ...(exportKey && { export_key: exportKey }),
          },
        },
        url === undefined ? [file] : [],
        {
          signal: controller.signal,
          onProgress: (sent, total) => setPhase({ kind: 'sending', sent, total }),
        },
      )
      journal.began(job.id)
      // A user who left the page sees the job in the tray.
      if (isUnmounted.current) return
      follow(job.id, job, onEnd)
      onStart(job)
    } catch (reason) {
      const words = reason instanceof Error ? reason.message : 'The file could not be sent.'
      const message = controller.signal.aborted ? 'Sending the file was stopped.' : words
      setPhase({ kind: 'refused', message })
    }
  }

  /** Follows a job to its end: by the event stream, or by polling every second while the stream is silent. */
  function follow(id: string, started?: Job, onEnd?: (job: Job) => void) {
    stopFollowing()
    if (started) setPhase({ kind: 'running', job: started })
    let done = 0
    let isHeard = false
    function see(job: Job) {
      if (job.id !== id || following.current?.jobId !== id) return
      // The stream may be ahead of the stored job.
      done = Math.max(done, job.done)
      if (job.finished_at === null) return setPhase({ kind: 'running', job: { ...job, done } })
      stopFollowing()
      setPhase({ kind: 'ended', job })
      onEnd?.(job)
      if (job.kind === 'import') void queries.invalidateQueries()
    }
    const ask = () =>
      api.call(getJob, { query: { job_id: id } }).then(
        ({ job }) => see(job),
        (reason: unknown) => {
          if (following.current?.jobId !== id) return
          stopFollowing()
          const message =
            reason instanceof Error
              ? reason.message
              : 'The progress of the import could not be loaded.'
          setPhase({ kind: 'refused', message })
        },
      )
    const unsubscribe = events.subscribe(slug, (event) => {
      if (event.kind !== 'job' || event.job.id !== id) return
      isHeard = true
      // The result of a check may contain the start of a table, which events leave out.
      if (event.job.finished_at !== null && event.job.kind === 'import-dry-run') void ask()
      else see(event.job)
    })
    const timer = setInterval(() => {
      if (!isHeard) void ask()
      isHeard = false
    }, POLL)
    following.current = {
      jobId: id,
      stop() {
        clearInterval(timer)
        unsubscribe()
      },
    }
    if (!started) void ask()
  }

  function stopFollowing() {
    following.current?.stop()
    following.current = undefined
  }

  async function cancel() {
    sending.current?.abort()
    const job_id = following.current?.jobId
    if (job_id !== undefined) await commands.run(refTo(cancelJob, { job_id }))
  }

  // The job runs on the server, and the URL names it.
  const currentJobId = phase.kind === 'running' || phase.kind === 'ended' ? phase.job.id : undefined
  useEffect(() => {
    if (jobId !== undefined && jobId !== currentJobId && phase.kind !== 'sending') follow(jobId)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only another address begins again
  }, [jobId])
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
      stopFollowing()
    }
  }, [])

  function reset() {
    stopFollowing()
    setPhase({ kind: 'idle' })
  }

  const refuse = (message: string) => setPhase({ kind: 'refused', message })

  return { phase, send, cancel, reset, refuse }
}
