import type { BodyOf } from '@typecase/contract/endpoint'
import type { ExportFormat, exportObjects } from '@typecase/contract/object-export'
import type { FastifyReply } from 'fastify'

import type { App } from '../../../../app.ts'
import { invalid } from '../../../../http/failure.ts'
import type { BucketAccess } from '../../../buckets/bucket-access.ts'
import { presentInScope } from '../scope.ts'
import { allTypeModels } from '../../store/type-models.ts'
import { unknownPath } from './export-columns.ts'
import { createExports } from './export-file.ts'

const media: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
}

/** The header with the number of objects in a file, for the client's message. */
const COUNT_HEADER = 'x-total-count'

/** Creates a handler that responds to exports with files. */
export function createExportResponses(app: App) {
  const exportFile = createExports(app)

  return async function respondWithExport(
    reply: FastifyReply,
    access: BucketAccess,
    { format, fields, sort, ...scope }: BodyOf<typeof exportObjects>,
    signal: AbortSignal,
  ): Promise<FastifyReply> {
    await assertFields(app, access, fields ?? [])
    const ids = await presentInScope(app, access, scope, sort)
    const request = { ids, format, fields }
    const { stream, count, size, type } = await exportFile(access, request, signal)
    const day = app.clock.iso().slice(0, 10)
    return reply
      .header('content-type', media[format])
      .header('content-length', size)
      .header(
        'content-disposition',
        attachment(`${access.slug}-${type ?? 'objects'}-${day}.${format}`),
      )
      .header(COUNT_HEADER, count)
      .header('cache-control', 'no-store')
      .send(stream)
  }
}

/** @throws Failure `invalid` for a field that no object of the bucket has */
async function assertFields(
  { db }: App,
  access: BucketAccess,
  fields: readonly string[],
): Promise<void> {
  if (fields.length === 0) return
  const models = await allTypeModels(db.read, access)
  const at = unknownPath(models, fields)
  if (at < 0) return
  const path = `fields.${at}`
  throw invalid(path, `${path} must be a field of an object of this bucket`, 'reference')
}

/** Returns the header of a download. Slugs of types may contain letters that headers cannot. */
function attachment(name: string): string {
  const asciiName = name.replaceAll(/[^\w.-]/g, '_')
  return asciiName === name
    ? `attachment; filename="${name}"`
    : `attachment; filename="${asciiName}"; filename*=UTF-8''${encodeURIComponent(name)}`
}
