import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Metafield, metafieldTypes } from '@typecase/contract/metafields'
import { expect, test } from 'vitest'

import { bucketTypes, type TypedType } from './terminal/bucket-types.ts'

const typeOf = (slug: string, metafields: Metafield[], more: Partial<TypedType> = {}) => ({
  slug,
  title: slug,
  singular: slug,
  metafields,
  localization: false,
  locales: [],
  singleton: false,
  ...more,
})

const everyField = metafieldTypes.map((type): Metafield => {
  const field = { key: type, title: `The ${type} */`, type, object_type: 'odd type' }
  if (type === 'parent') return { ...field, children: [{ key: 'in', title: 'In', type: 'object' }] }
  if (type === 'repeater')
    return { ...field, repeater_fields: [{ key: 'row', title: 'Row', type: 'number' }] }
  return { ...field, options: [{ value: "it's" }, { value: 'b' }] }
})

test('types generated for every kind of field, name and locale compile', () => {
  const text = bucketTypes('shop', [
    typeOf('all', everyField, { localization: true, locales: ['en', 'de-AT'] }),
    typeOf('odd type', []),
    typeOf('99', [], { singular: '99 Bottles' }),
    typeOf('media', [], { singular: 'Media file' }),
    typeOf('loop', [{ key: 'next', title: 'Next', type: 'object', object_type: 'loop' }]),
    typeOf('free', [{ key: 'any', title: 'any', type: 'objects' }], { singleton: true }),
  ])
  const folder = mkdtempSync(join(tmpdir(), 'typecase-types-'))
  try {
    writeFileSync(join(folder, 'types.ts'), text)
    const use = `import type { All, Loop, MediaFile, ObjectsByType } from './types.ts'
declare const one: All<1>
export const locale: 'en' | 'de-AT' = one.locale
export const file: MediaFile | null | undefined = one.metadata.file
export const files: MediaFile[] | null | undefined = one.metadata.files
export const related: string | undefined = one.metadata.object?.slug
export const id: string | null | undefined = (one as unknown as All).metadata.object
export const choice: "it's" | 'b' | null | undefined = one.metadata.select
export const pair: string | undefined = one.metadata['select-dropdown']?.key
export const row: number | null | undefined = one.metadata.repeater?.[0]?.row
export const on: boolean | null | undefined = one.metadata.switch
export const of: ObjectsByType<1>['all'] = one
export const base: [string, number, number | null, string | null] = [one.bucket, one.order, one.publish_at, one.created_by]
export const alt: string | null | undefined = one.metadata.file?.alt_text
declare const deep: Loop<2>
export const second: string | undefined = deep.metadata.next?.metadata.next?.title
export const third: string | null | undefined = deep.metadata.next?.metadata.next?.metadata.next
// @ts-expect-error at depth 1 the second level is an id
export const shallow = (deep as unknown as Loop<1>).metadata.next?.metadata.next?.title
// @ts-expect-error there is no such field
export const none = one.metadata.none
`
    writeFileSync(join(folder, 'use.ts'), use)
    const flags = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--noUnusedParameters',
      '--allowImportingTsExtensions',
    ]
    const tsc = join(import.meta.dirname, '../node_modules/typescript/bin/tsc')
    const files = [join(folder, 'types.ts'), join(folder, 'use.ts')]
    const done = spawnSync(process.execPath, [tsc, ...flags, ...files], { encoding: 'utf8' })
    expect(done.stdout).toBe('')
    expect(done.status).toBe(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
