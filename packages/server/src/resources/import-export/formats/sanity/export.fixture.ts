import { pack } from 'tar-stream'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'

import { type ReadExport, readFormat } from '../../testing/read-format.ts'
import { foreignId } from '../format.ts'
import sanity from './format.ts'

export const idOf = (id: string): string => foreignId('sanity', id)

export const document = (id: string, type: string, values: object = {}): object => ({
  _id: id,
  _type: type,
  _createdAt: '2024-01-01T10:00:00Z',
  _updatedAt: '2024-01-02T10:00:00Z',
  ...values,
})
export const reference = (id: string): object => ({ _type: 'reference', _ref: id })
export const slug = (current: string): object => ({ _type: 'slug', current })
export const image = (name: string, more: object = {}): object => ({
  _type: 'image',
  _sanityAsset: `image@file://./images/${name}`,
  ...more,
})
export const span = (text: string, ...marks: string[]): object => ({ _type: 'span', text, marks })
export const block = (children: unknown, more: object = {}): object => ({
  _type: 'block',
  style: 'normal',
  markDefs: [],
  children,
  ...more,
})

export const ndjson = (...documents: unknown[]): string =>
  documents.map((one) => `${JSON.stringify(one)}\n`).join('')

/** A gzipped tar, as `sanity dataset export` writes it. */
export async function tarOf(
  files: Iterable<readonly [path: string, content: string | Buffer]>,
): Promise<Buffer> {
  const tar = pack()
  for (const [name, content] of files) tar.entry({ name }, content)
  tar.finalize()
  return gzipSync(await buffer(tar))
}

export const FOLDER = 'production-export-2024-05-01t10-00-00-000z'

/** The export of a dataset with some files. */
export const exportOf = (
  documents: readonly unknown[],
  files: readonly (readonly [string, string | Buffer])[] = [],
): Promise<Buffer> =>
  tarOf(
    [['data.ndjson', ndjson(...documents)] as const, ...files].map(
      ([path, content]) => [`${FOLDER}/${path}`, content] as const,
    ),
  )

export async function read(content: string | Uint8Array): Promise<ReadExport> {
  const result = await readFormat(sanity, content, 'data.ndjson')
  if (!result) throw new Error('It is no export of Sanity.')
  return result
}
