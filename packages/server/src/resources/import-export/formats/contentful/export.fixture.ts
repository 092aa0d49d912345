import { type ReadExport, readFormat } from '../../testing/read-format.ts'
import { foreignId } from '../format.ts'
import contentful from './format.ts'

export const SPACE = 'space1'
export const link = (linkType: string, id: string) => ({ sys: { type: 'Link', linkType, id } })
export const space = link('Space', SPACE)
export const idOf = (...parts: string[]) => foreignId('contentful', SPACE, ...parts)

export const field = (id: string, type: string, more: object = {}) => ({
  id,
  name: id,
  type,
  localized: false,
  required: false,
  validations: [],
  ...more,
})
export const type = (id: string, fields: object[], displayField = 'title') => ({
  sys: { id, type: 'ContentType', space },
  name: id,
  displayField,
  fields,
})
/** A model with one type, `page`. */
export const pageModel = (...fields: object[]) => ({ contentTypes: [type('page', fields)] })
export const entry = (id: string, contentType: string, fields: object, sys: object = {}) => ({
  sys: {
    id,
    type: 'Entry',
    space,
    contentType: link('ContentType', contentType),
    createdAt: '2024-01-01T10:00:00.000Z',
    updatedAt: '2024-01-02T10:00:00.000Z',
    publishedAt: '2024-01-02T10:00:00.000Z',
    version: 2,
    publishedVersion: 1,
    ...sys,
  },
  fields,
})
/** Values in English. */
export const en = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { en: value }]))
export const asset = (id: string, file: object, more: object = {}) => ({
  sys: { id, type: 'Asset', space },
  fields: { title: { en: `Title of ${id}` }, description: { en: `Alt of ${id}` }, file, ...more },
})
export const file = (id: string, name: string, contentType = 'image/jpeg') => ({
  url: `//images.ctfassets.net/${SPACE}/${id}/token/${name}`,
  details: { size: 1000, image: { width: 40, height: 30 } },
  fileName: name,
  contentType,
})
export const locale = (code: string, isDefault = false) => ({
  code,
  name: code,
  default: isDefault,
})

export const exportOf = (content: Record<string, unknown>): string =>
  JSON.stringify({
    ...pageModel(field('title', 'Symbol'), field('body', 'RichText')),
    entries: [],
    assets: [],
    locales: [locale('en', true)],
    ...content,
  })

export async function read(
  content: Record<string, unknown> | string,
  options = {},
): Promise<ReadExport> {
  const text = typeof content === 'string' ? content : exportOf(content)
  const result = await readFormat(contentful, text, 'contentful-export.json', options)
  if (!result) throw new Error('It is no export of Contentful.')
  return result
}

export const text = (value: string, ...marks: string[]) => ({
  nodeType: 'text',
  value,
  marks: marks.map((mark) => ({ type: mark })),
  data: {},
})
export const node = (nodeType: string, content: unknown[] = [], data: object = {}) => ({
  nodeType,
  content,
  data,
})
export const document = (...content: unknown[]) => node('document', content)
export const paragraph = (...content: unknown[]) => node('paragraph', content)
