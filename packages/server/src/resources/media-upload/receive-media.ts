import { rm } from 'node:fs/promises'

import type { Endpoint } from '@typecase/contract/endpoint'
import { MAX_FILES } from '@typecase/contract/media-upload'
import type { FastifyRequest } from 'fastify'

import type { App } from '../../app.ts'
import { type ReceivedFile, receiveForm } from '../../http/multipart-form.ts'
import { validate } from '../../http/validate.ts'
import type { MediaFields } from './add-media.ts'
import { newUploadPath } from './temporary-files.ts'

export interface ReceivedMedia {
  files: ReceivedFile[]
  fields: MediaFields
}

/**
 * Receives the files and fields of a form, validates the fields against the endpoint, and runs work on them. Deletes
 * the files afterwards.
 */
export async function withReceivedMedia<T>(
  { settings }: App,
  request: FastifyRequest,
  { body, bodyLimit = 0 }: Pick<Endpoint, 'body' | 'bodyLimit'>,
  work: (received: ReceivedMedia) => Promise<T>,
  { field, most } = { field: 'files', most: MAX_FILES },
): Promise<T> {
  const paths: string[] = []
  const newPath = () => {
    const path = newUploadPath(settings)
    paths.push(path)
    return path
  }
  try {
    const { files, fields } = await receiveForm(request, { field, most, limit: bodyLimit, newPath })
    // `validate` returns the type of the endpoint's schema, so the cast is safe.
    return await work({ files, fields: (body ? validate(body, fields) : fields) as MediaFields })
  } finally {
    for (const path of paths) await rm(path, { force: true })
  }
}
