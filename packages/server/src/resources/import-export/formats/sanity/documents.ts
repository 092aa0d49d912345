import { isRecord } from '@typecase/contract/field-values/value-check'

import { Failure } from '../../../../http/failure.ts'
import { ndjsonRecords } from '../../reading/ndjson.ts'
import type { ExportFiles } from '../format.ts'
import { type Row, rowOf, textOf } from '../rows.ts'

export interface Document extends Row {
  readonly _id: string
  readonly _type: string
}

/** The role of a document in an import. */
type DocumentKind = 'content' | 'asset' | 'translations' | 'release' | 'system'

export function kindOf({ _id: id, _type: type }: Document): DocumentKind {
  if (type === 'sanity.imageAsset' || type === 'sanity.fileAsset') return 'asset'
  if (type === 'translation.metadata') return 'translations'
  if (id.startsWith('versions.')) return 'release'
  return id.startsWith('_.') || /^(?:sanity|system|assist)\./.test(type) ? 'system' : 'content'
}

const DRAFT = 'drafts.'
export const isDraft = ({ _id: id }: Document): boolean => id.startsWith(DRAFT)
/** Returns the id that a draft shares with its published version. */
export const publicId = (id: string): string => (id.startsWith(DRAFT) ? id.slice(DRAFT.length) : id)

/**
 * Yields the documents of an export, one per line.
 * @param onProblem called for a line that cannot be imported
 * @throws Failure for a line that is not JSON, because the file is damaged
 */
export async function* documentsIn(
  files: ExportFiles,
  path: string,
  onProblem: (words: string) => void = () => {},
): AsyncGenerator<Document> {
  for await (const { row, problem, values = {} } of ndjsonRecords(files.text(path))) {
    if (problem !== undefined && problem.startsWith('is not '))
      throw new Failure('invalid', `Line ${row} of ${path} ${problem}. Nothing was imported.`)
    const { _id: id, _type: type } = values
    if (problem !== undefined) onProblem(`Line ${row} ${problem}. It is left out.`)
    else if (typeof id === 'string' && typeof type === 'string' && id !== '' && type !== '')
      yield { ...values, _id: id, _type: type }
    else onProblem('Lines without an _id and a _type are left out.')
  }
}

/** Returns the id of the referenced document; undefined for any other value, such as a reference to another dataset. */
export function referredId(value: unknown): string | undefined {
  if (!isRecord(value) || typeof value['_ref'] !== 'string' || '_dataset' in value) return undefined
  return publicId(value['_ref'])
}

/** Returns the asset of an image or file: the name of its file, or its address. */
export function assetIn(value: unknown): { kind: 'image' | 'file'; key: string } | undefined {
  if (!isRecord(value)) return undefined
  const exported = /^(image|file)@(.+)$/.exec(textOf(value['_sanityAsset']))
  if (exported) {
    const [, kind, address = ''] = exported
    const key = address.startsWith('file:') ? address.slice(address.lastIndexOf('/') + 1) : address
    return { kind: kind === 'image' ? 'image' : 'file', key }
  }
  const [, kind, name, extension] =
    /^(image|file)-(.+)-([a-z0-9]+)$/.exec(textOf(rowOf(value['asset'])['_ref'])) ?? []
  if (kind === undefined) return assetWithin(value)
  return { kind: kind === 'image' ? 'image' : 'file', key: `${name}.${extension}` }
}

/** Returns the asset within a file, which exports write instead of a reference. */
const assetWithin = ({ asset }: Row): ReturnType<typeof assetIn> =>
  isRecord(asset) && '_sanityAsset' in asset ? assetIn(asset) : undefined
