import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { importBucket, type ImportMapping } from '@typecase/contract/import-export'
import { getJob, type Job } from '@typecase/contract/jobs'
import { updateObjectType } from '@typecase/contract/object-types'

import { call } from '../e2e/fixtures/api.ts'

const ROOT = join(import.meta.dirname, '../..')
const FIXTURES = join(ROOT, '../shared/fixtures/tate')

/** 3,538 artists and 69,202 artworks (Tate, CC0). */
export const TATE_TOTAL = 72_740

export const hasTateSet = (): boolean => existsSync(join(FIXTURES, 'artworks.ndjson.gz'))

/** Reads the artworks of the file. */
export function tateArtworks(): { title: string; medium: string | null }[] {
  const text = gunzipSync(readFileSync(join(FIXTURES, 'artworks.ndjson.gz'))).toString()
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { title: string; medium: string | null })
}

/** Imports artists, then artworks with their relations. @returns seconds it took */
export async function importTateSet(url: string, slug: string, token: string): Promise<number> {
  const start = performance.now()
  for (const name of ['artists', 'artworks']) {
    const mapping = readFileSync(join(ROOT, `tests/fixtures/tate-${name}.mapping.json`), 'utf8')
    await importFile(
      url,
      slug,
      token,
      join(FIXTURES, `${name}.ndjson.gz`),
      JSON.parse(mapping) as ImportMapping,
    )
  }
  const seconds = (performance.now() - start) / 1000
  await nameFields(url, slug, token)
  return seconds
}

/**
 * Sets the fields by which artworks and artists are found in addition to titles, and the field that tells them apart.
 */
async function nameFields(url: string, slug: string, token: string): Promise<void> {
  const options = {
    artworks: { searchable: ['accession_number', 'artist_names'], subtitle: 'artist_names' },
    artists: { searchable: ['sort_name'], subtitle: 'dates' },
  }
  for (const [type_slug, named] of Object.entries(options)) {
    const body = { slug, type_slug, data: { options: named } }
    await call(url, updateObjectType, { body }, token)
  }
}

/** Sends a file as the dashboard does, and waits until its job has ended. */
export async function importFile(
  url: string,
  slug: string,
  token: string,
  file: string,
  mapping?: ImportMapping,
): Promise<Job> {
  const form = new FormData()
  form.set('import_mode', 'merge')
  if (mapping) form.set('mapping', JSON.stringify(mapping))
  // Some artworks name artists that the set does not include.
  if (mapping) form.set('missing_references', 'empty')
  form.set('import_file', new Blob([readFileSync(file)]), file.split('/').at(-1))
  const response = await fetch(`${url}/v3/buckets/${slug}${importBucket.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  if (!response.ok) throw new Error(`The import was refused: ${await response.text()}`)
  let { job } = (await response.json()) as { job: Job }
  while (job.finished_at === null) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    ;({ job } = await call(url, getJob, { query: { job_id: job.id } }, token))
  }
  if (job.status !== 'done')
    throw new Error(`The import ${job.status}: ${JSON.stringify(job.errors)}`)
  return job
}
