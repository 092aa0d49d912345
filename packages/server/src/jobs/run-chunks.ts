import type { App } from '../app.ts'
import type { Write } from '../database/write-queue.ts'
import { type JobFailure, SHOWN_FAILURES } from '../bulk/failures.ts'
import { createPace, type Pace } from './pace.ts'
import type { JobContext } from './runner.ts'

/** Target time of a chunk in ms. Together with their own time, other requests stay well below 100 ms. */
const CHUNK_MS = 25
/** Size of the first chunk, and the initial estimate of the time per object in ms. */
const FIRST = 100
const MS_EACH = 0.2

/** A job shorter than this, in ms, need not make way for other requests. */
const SHORT_MS = 250
/** Pause between two chunks while others use the server, in ms. */
const REST_MS = 10

/** The pace of all jobs of a server: the latest measurement is the best estimate for another kind of job. */
export const writePace: Pace = createPace(CHUNK_MS, FIRST, MS_EACH)

/** Paces by kind of job; there are a few dozen kinds. */
const paces = new Map<string, Pace>()

/**
 * Returns the pace for one kind of job: copies take longer than changes.
 * @param times the cost relative to other kinds, used until this kind is measured
 */
export function paceOf(kind: string, times = 1): Pace {
  const previous = paces.get(kind)
  if (previous) return previous
  const pace = createPace(CHUNK_MS, FIRST, (writePace.estimate(1000) / 1000) * times)
  paces.set(kind, pace)
  return pace
}

/** The result of a chunk. */
export interface Chunk {
  /** The start of the next chunk. */
  cursor: unknown
  done: number
  failures: readonly JobFailure[]
  changeSetId: string | null
  /** The job's result as of this chunk. */
  result?: unknown
}

/** A chunk after its write. */
type WrittenChunk = Chunk & { listed: readonly JobFailure[] }

export interface ChunkStart {
  /** The end of the previous chunk; undefined for the first one. */
  cursor: unknown
  size: number
  /** The change set that the job has started. */
  changeSetId: string | null
  /** The result as of the previous chunk. */
  result: unknown
}

/**
 * Runs a job chunk by chunk. Each chunk and its progress are one write, so no chunk takes effect twice, and small
 * enough that other requests do not wait long.
 * @param work does one chunk within its write; returns undefined at the end
 * @param prepare does the slow part of a chunk before its write
 */
export async function runChunks(
  { app, access, job, cursor: first, signal, advance }: JobContext,
  work: (write: Write, start: ChunkStart) => Promise<Chunk | undefined>,
  prepare?: (start: ChunkStart) => Promise<void> | undefined,
): Promise<void> {
  let cursor = first
  let { done, failed, errors, result, change_set_id: changeSetId } = job
  const pace = paceOf(job.kind)
  const hasOthers = watchOthers(app)
  let stored: Promise<unknown> = Promise.resolve()
  for (let isMore = true; isMore;) {
    signal.throwIfAborted()
    // Pause between chunks while other requests come in: a list starts again when the bucket changes during its read.
    if (hasOthers()) await new Promise((resolve) => setTimeout(resolve, REST_MS))
    const size = pace.size * app.db.bulkChunkMultiplier
    const start = { cursor, size, changeSetId, result }
    await prepare?.(start)
    const committed = Promise.withResolvers<WrittenChunk>()
    const commit = app.db.write(async (write) => {
      const startTime = performance.now()
      const end = await work(write, start)
      if (!end) return undefined
      const { failures } = end
      const room = SHOWN_FAILURES - errors.length
      const listed = room > 0 ? failures.slice(0, room) : []
      await advance(write, {
        cursor: end.cursor,
        done: done + end.done,
        failed: failed + failures.length,
        failures,
        ...(listed.length > 0 && { errors: [...errors, ...listed] }),
        ...(end.changeSetId && { changeSetId: end.changeSetId }),
        ...(end.result !== undefined && { result: end.result }),
      })
      // Measure the work alone: waiting for other writes and syncing the disk take just as long for a smaller chunk.
      const ms = performance.now() - startTime
      for (const one of [pace, writePace]) one.took(end.done + failures.length, ms)
      const chunk = { ...end, listed }
      write.afterCommit(() => committed.resolve(chunk))
      return chunk
    }, access)
    // The disk syncs this chunk during the next one, which then reports a failure to sync.
    commit.catch(() => {})
    const [chunk] = await Promise.all([Promise.race([committed.promise, commit]), stored])
    stored = commit
    isMore = chunk !== undefined
    if (!chunk) continue
    ;({ cursor, result = result } = chunk)
    done += chunk.done
    failed += chunk.failures.length
    errors = [...errors, ...chunk.listed]
    changeSetId = chunk.changeSetId ?? changeSetId
  }
}

/** Returns a function that says whether other requests came in since its last call, once the job is no longer short. */
function watchOthers({ traffic }: Pick<App, 'traffic'>): () => boolean {
  const startTime = performance.now()
  let seen = traffic.count
  return () => {
    const isBusy = traffic.count !== seen
    seen = traffic.count
    return isBusy && performance.now() - startTime > SHORT_MS
  }
}
