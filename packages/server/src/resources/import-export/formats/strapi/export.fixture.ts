import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'

import { pack } from 'tar-stream'

import { type ReadExport, readFormat } from '../../testing/read-format.ts'
import { foreignId } from '../format.ts'
import strapi from './format.ts'

export const idOf = (type: string, ...parts: string[]): string =>
  foreignId('strapi', `api::${type}.${type}`, ...parts)

export const schema = (name: string, attributes: object, more: object = {}): object => ({
  uid: `api::${name}.${name}`,
  kind: 'collectionType',
  modelType: 'contentType',
  info: { singularName: name, displayName: name },
  options: { draftAndPublish: true },
  attributes,
  ...more,
})
export const component = (uid: string, attributes: object): object => ({
  uid,
  modelType: 'component',
  info: { displayName: uid },
  attributes,
})
export const localized = { pluginOptions: { i18n: { localized: true } } }

export const entity = (id: number, type: string, data: object): object => ({
  type: type.includes(':') ? type : `api::${type}.${type}`,
  id,
  data: {
    documentId: `d${id}`,
    createdAt: '2026-01-01T10:00:00.000Z',
    updatedAt: '2026-01-02T10:00:00.000Z',
    publishedAt: '2026-01-03T10:00:00.000Z',
    ...data,
  },
})
export const link = (
  [type, ref, field, pos]: [string, number, string?, number?],
  [toType, toRef, toField, toPos]: [string, number, string?, number?],
): object => ({
  kind: 'relation.basic',
  left: { type, ref, field, pos },
  right: { type: toType, ref: toRef, field: toField, pos: toPos },
})

export const jsonl = (rows: readonly unknown[]): string =>
  rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('')

export interface ExportContent {
  schemas?: readonly unknown[]
  entities?: readonly unknown[]
  links?: readonly unknown[]
  configuration?: readonly unknown[]
  files?: Readonly<Record<string, string>>
}

/** A gzipped tar, as `strapi export` writes it. A row that is a text becomes a line unchanged. */
export async function exportOf(content: ExportContent): Promise<Buffer> {
  const { schemas = [schema('page', { title: { type: 'string' } })], files = {} } = content
  const { entities = [], links = [], configuration = [] } = content
  const tar = pack()
  tar.entry({ name: 'metadata.json' }, JSON.stringify({ strapi: { version: '5.0.0' } }))
  for (const [kind, rows] of Object.entries({ schemas, entities, links, configuration }))
    tar.entry({ name: `${kind}/${kind}_00001.jsonl` }, jsonl(rows))
  for (const [name, text] of Object.entries(files)) tar.entry({ name }, text)
  tar.finalize()
  return gzipSync(await buffer(tar))
}

export async function read(content: ExportContent): Promise<ReadExport> {
  const result = await readFormat(strapi, await exportOf(content), 'export.tar.gz')
  if (!result) throw new Error('It is no export of Strapi.')
  return result
}
