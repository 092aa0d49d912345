import type { ImportReport } from '@typecase/contract/import-export'
import type { Job } from '@typecase/contract/jobs'
import type { Generated } from 'kysely'

export interface JobTable {
  id: string
  bucket_id: string
  kind: string
  title: string
  status: Job['status']
  payload: string
  cursor: string | null
  total: Generated<number>
  done: Generated<number>
  failed: Generated<number>
  errors: Generated<string>
  result: string | null
  change_set_id: string | null
  /** In UNIX ms, like `lease_until`. */
  run_at: number
  lease_until: number | null
  lease_token: string | null
  /**
   * Runs since the last progress, including the current one but not those that the server stopped in an orderly way.
   */
  attempts: Generated<number>
  is_cancelled: Generated<number>
  created_by: string | null
  /** The assistant that requested the job for its author. */
  client: string | null
  created_at: string
  finished_at: string | null
}

declare module '../database/tables.ts' {
  interface Tables {
    jobs: JobTable
  }
}

/** The columns of a job that its readers see. */
export const jobColumns = [
  'id',
  'kind',
  'title',
  'status',
  'total',
  'done',
  'failed',
  'errors',
  'change_set_id',
  'result',
  'created_at',
  'created_by',
  'client',
  'finished_at',
] as const

interface VisibleRow extends Omit<Job, 'errors' | 'result'> {
  errors: string
  result: string | null
}

/** Returns a job as every member of the bucket sees it: without the first rows of a table to import. */
export function toJob(row: VisibleRow): Job {
  const job = toWholeJob(row)
  if (!row.kind.startsWith('import') || job.result === null) return job
  const { head: _, ...result } = job.result as Partial<ImportReport>
  return { ...job, result }
}

/** Returns a job as seen by people who may import. */
export function toWholeJob({ errors, result, ...row }: VisibleRow): Job {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    status: row.status,
    total: row.total,
    done: row.done,
    failed: row.failed,
    errors: JSON.parse(errors) as Job['errors'],
    change_set_id: row.change_set_id,
    result: result === null ? null : (JSON.parse(result) as unknown),
    created_at: row.created_at,
    created_by: row.created_by,
    client: row.client,
    finished_at: row.finished_at,
  }
}
