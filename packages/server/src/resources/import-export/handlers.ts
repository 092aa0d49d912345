import { stat } from 'node:fs/promises'

import {
  EXPORT_JOB,
  FETCH_MEDIA_JOB,
  fetchMedia,
  importBucket,
} from '@typecase/contract/import-export'
import { newId } from '@typecase/contract/ids'

import { MAX_BUCKET_JSON_BYTES } from '../../limits.ts'
import type { App } from '../../app.ts'
import type { Write } from '../../database/write-queue.ts'
import { invalid } from '../../http/failure.ts'
import { handle, type Route } from '../../http/handle.ts'
import { receiveForm } from '../../http/multipart-form.ts'
import { validate } from '../../http/validate.ts'
import { keepJobInput } from '../../jobs/job-input.ts'
import { actorOf, audit } from '../audit/audit-log.ts'
import { openBucket } from '../buckets/bucket-access.ts'
import { runExport } from './exporting/export-job.ts'
import { duplicateRoute } from './exporting/duplicate-bucket.ts'
import { exportRoutes } from './exporting/export-routes.ts'
import { removeFile, sweepImports, uploadFile } from './import-files.ts'
import { archiveKind, openExport } from './formats/open-export.ts'
import { formatOf } from './formats/read-foreign.ts'
import { decryptExport, isEncryptedExport } from './formats/strapi/decrypt.ts'
import { missingMedia, registerMediaFetch, titleOfFetch } from './fetch-missing-media.ts'
import { runImport } from './import-job.ts'
import { DRY_RUN, IMPORT, type ImportRequest } from './import-task.ts'
import { mappingErrors } from './reading/mapping.ts'
import { kindOfFile, mayBeBucket, tooLarge } from './reading/source-text.ts'

const FILE = 'import_file'
const ADDRESS = 'import_url'

export function routes(app: App): Route[] {
  const { db, jobs, settings } = app

  for (const kind of [IMPORT, DRY_RUN]) {
    jobs.register(
      kind,
      runImport,
      async (_app, _job, payload) =>
        removeFile(uploadFile(settings.DATA_DIR, (payload as ImportRequest).upload)),
      { waitsForNetwork: true },
    )
  }
  jobs.register(EXPORT_JOB, runExport)
  registerMediaFetch(app)
  sweepImports(app).catch((reason: unknown) => app.log.error({ err: reason }, 'sweep failed'))

  return [
    handle(importBucket, async (call) => {
      const { principal, params, request } = call
      const access = await openBucket(db, principal, params.slug, 'import:write')
      const upload = newId()
      const path = uploadFile(settings.DATA_DIR, upload)
      try {
        const limit = importBucket.bodyLimit
        const rules = { field: FILE, most: 1, alternative: ADDRESS, limit, newPath: () => path }
        const { files, fields } = await receiveForm(request, rules)
        const {
          export_key: key,
          import_mode: mode,
          import_url: url,
          mapping,
          model,
          ...options
        } = readFields(fields)
        const [file] = files
        if (file && url !== undefined)
          throw invalid(ADDRESS, `${ADDRESS} must not be sent with a file`, 'form')
        if (!file && key !== undefined)
          throw invalid('export_key', 'export_key goes with a file that is sent', 'form')
        const name = file ? await openName(path, file.name, key) : fileNameOf(url ?? '')
        if (file) await assertFit(path, name, mapping !== undefined)
        const payload: ImportRequest = {
          upload,
          ...(url !== undefined && { url }),
          name,
          mode,
          dryRunMode: options.dry_run_of ?? 'merge',
          mapping: mapping ?? null,
          ...(model && { model }),
          skipInvalid: options.skip_invalid ?? false,
          publishes: options.publish ?? true,
          fetchesMedia: options.fetch_media ?? false,
          ...(options.conflicts && { conflicts: options.conflicts }),
          missingReferences: options.missing_references,
        }
        const isDry = mode === 'dry_run'
        const enqueue = async (write: Write) => {
          if (!isDry) {
            const act = { kind: 'bucket.import', bucketId: access.bucketId } as const
            await audit(write, app, actorOf(call), { ...act, details: { name, mode } })
          }
          return jobs.enqueue(write, access, {
            kind: isDry ? DRY_RUN : IMPORT,
            title: `${isDry ? 'Check' : 'Import'} ${name}`,
            payload,
            total: 0,
          })
        }
        return { job: await db.write(enqueue, access) }
      } catch (reason) {
        removeFile(path)
        throw reason
      }
    }),

    handle(fetchMedia, async ({ principal, params, body, commit }) => {
      const access = await openBucket(db, principal, params.slug, 'import:write')
      const ids = await missingMedia(app, db.read, access)
      const media = ids.length
      if (body.dry_run || media === 0) return { media }
      const enqueue = async (write: Write) => {
        const title = titleOfFetch(media)
        const kind = FETCH_MEDIA_JOB
        const job = await jobs.enqueue(write, access, { kind, title, payload: null, total: media })
        await keepJobInput(write.db, job.id, null, ids)
        return { media, job }
      }
      return commit(enqueue, access, 202)
    }),

    ...exportRoutes(app),
    duplicateRoute(app),
  ]
}

/**
 * Returns the name of the file at an address.
 * @throws Failure `invalid` if the address is not http(s), or holds a user or a password
 */
function fileNameOf(address: string): string {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol))
    throw invalid(ADDRESS, `${ADDRESS} must be an http(s) address`, 'format')
  if (url.username !== '' || url.password !== '')
    throw invalid(ADDRESS, `${ADDRESS} must not hold a user or a password`, 'format')
  return url.pathname.split('/').at(-1)?.slice(0, 200) || url.host
}

/**
 * Decrypts a file that was sent with its key, so the job needs no key.
 * @returns the name of the decrypted file
 */
async function openName(path: string, name: string, key: string | undefined): Promise<string> {
  if (key === undefined) return name
  if (!isEncryptedExport(name))
    throw invalid('export_key', 'export_key goes with an encrypted export (.tar.gz.enc)', 'form')
  await decryptExport(path, key)
  return name.replace(/\.enc$/i, '')
}

/**
 * Refuses unreadable files at once, before a job is created.
 * @throws Failure naming the accepted formats
 */
async function assertFit(path: string, name: string, isTable: boolean): Promise<void> {
  if (!isTable && (await isForeign(path, name))) return
  const kind = await kindOfFile(path)
  if (kind === 'zip' && isTable)
    throw invalid('mapping', 'mapping must not be sent with the zip of an export', 'form')
  if (kind === 'text' && !isTable && (await stat(path)).size > MAX_BUCKET_JSON_BYTES) {
    if (await mayBeBucket(path)) throw tooLarge(MAX_BUCKET_JSON_BYTES)
  }
}

/** Whether a file is an export of another system, or a tar, which the job unpacks and identifies. */
async function isForeign(path: string, name: string): Promise<boolean> {
  const kind = await archiveKind(path).catch(() => 'damaged')
  if (kind) return kind === 'tar'
  return (await formatOf(await openExport(path, name, `${path}.unpacked`))) !== undefined
}

const switches = ['skip_invalid', 'fetch_media', 'publish'] as const

/** Parses the fields of the form: all are texts, and mapping and model hold JSON. */
function readFields(fields: Readonly<Record<string, string>>) {
  const { mapping, model, ...rest } = fields
  const body: Record<string, unknown> = {
    ...rest,
    ...(mapping && { mapping: parsePart('mapping', mapping) }),
    ...(model && { model: parsePart('model', model) }),
  }
  for (const name of switches)
    if (body[name] === 'true' || body[name] === 'false') body[name] = body[name] === 'true'
  // `validate` returns the type of the schema.
  const read = validate(importBucket.body, body) as ReturnType<typeof importBucket.body>['infer']
  const errors = read.mapping ? mappingErrors(read.mapping) : []
  if (errors.length > 0) throw invalid(errors)
  return read
}

function parsePart(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid(name, `${name} must be JSON`, 'json')
  }
}
