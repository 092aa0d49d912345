import {
  type ConflictChoice,
  importBucket,
  type ImportMapping,
  type ImportModel,
  type ImportReport,
} from '@typecase/contract/import-export'
import { getJob, type Job } from '@typecase/contract/jobs'

import type { Owner, Person } from '../../../testing/people.ts'
import { type Answer, type TestServer, urlOf } from '../../../testing/test-server.ts'
import { waitFor } from '../../../testing/wait-for.ts'

export interface ImportOptions {
  import_mode?: string
  mapping?: ImportMapping
  model?: ImportModel
  skip_invalid?: boolean
  dry_run_of?: string
  export_key?: string
  fetch_media?: boolean
  conflicts?: ConflictChoice
  publish?: boolean
  missing_references?: string
  name?: string
}

/** Sends a file to be imported, as a browser would. */
export async function sendImport(
  server: TestServer,
  { bucket }: Pick<Owner, 'bucket'>,
  content: string | Uint8Array,
  { name = 'bucket.json', import_mode = 'merge', mapping, model, ...fields }: ImportOptions = {},
  as?: Person,
): Promise<Answer<{ job: Job }>> {
  const form = new FormData()
  const bytes = typeof content === 'string' ? content : new Uint8Array(content)
  form.set('import_file', new Blob([bytes]), name)
  form.set('import_mode', import_mode)
  if (mapping) form.set('mapping', JSON.stringify(mapping))
  if (model) form.set('model', JSON.stringify(model))
  for (const [key, value] of Object.entries(fields)) form.set(key, String(value))
  return postForm(server, bucket.slug, form, as)
}

/** Sends any form to the import of a bucket. */
export async function postForm(
  { http }: TestServer,
  slug: string,
  form: FormData,
  as?: Person,
): Promise<Answer<{ job: Job }>> {
  const request = new Response(form)
  const response = await http.inject({
    method: 'POST',
    url: urlOf(importBucket, { slug }),
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      ...(as && { authorization: `Bearer ${as.token}` }),
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  const json: unknown = response.json()
  return {
    status: response.statusCode,
    headers: response.headers,
    ok() {
      if (response.statusCode >= 300) throw new Error(`import answered ${response.body}`)
      return json as { job: Job }
    },
    error() {
      if (response.statusCode < 300) throw new Error(`import succeeded: ${response.body}`)
      return json as ReturnType<Answer<never>['error']>
    },
  }
}

/** Waits for the end of a job. */
export const endOf = (server: TestServer, owner: Person, { id }: Job): Promise<Job> =>
  waitFor(
    async () => (await server.call(getJob, { query: { job_id: id } }, owner)).ok().job,
    (job) => job.finished_at !== null,
    60_000,
  )

/** Imports a file, and waits for the end of the job. */
export async function importFile(
  server: TestServer,
  owner: Owner,
  content: string | Uint8Array,
  options?: ImportOptions,
): Promise<{ job: Job; report: ImportReport | null }> {
  const answer = await sendImport(server, owner, content, options, owner)
  const job = await endOf(server, owner, answer.ok().job)
  return { job, report: job.result as ImportReport | null }
}
