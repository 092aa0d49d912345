import type { ObjectType } from '@typecase/contract/object-types'
import { refTo } from '@typecase/plugin-sdk/command'
import type { MatchRange, Row } from '@typecase/plugin-sdk/source'

import { deleteObjects, duplicate } from '../commands/delete.ts'
import { openObject } from '../commands/open.ts'
import { publish } from '../commands/publish.ts'
import { previewObject } from './preview-object.ts'
import type { TitleRow } from './title-data.ts'

/** Number of objects from which the server, not the browser, searches the titles of a bucket (decisions §3). */
const TOO_MANY = 200_000

type CountedType = Pick<ObjectType, 'slug' | 'title' | 'total_objects'>

export function isTooLarge(types: readonly CountedType[]): boolean {
  return types.reduce((sum, type) => sum + type.total_objects, 0) >= TOO_MANY
}

export function typeTitles(types: readonly CountedType[]): ReadonlyMap<string, string> {
  return new Map(types.map(({ slug, title }) => [slug, title]))
}

interface RowOptions {
  readonly titles: ReadonlyMap<string, string>
  readonly ranges?: readonly MatchRange[]
  /** The object's bucket, if it is not the open one. */
  readonly bucket?: { readonly slug: string; readonly title: string }
}

/** Returns the palette row of an object. */
export function objectRow(
  object: TitleRow & { readonly subtitle?: string | null | undefined },
  { titles, ranges = [], bucket }: RowOptions,
): Row {
  const { id, title, subtitle, type, status, locale } = object
  const scope = { kind: 'ids', ids: [id] } as const
  const about = [subtitle, bucket?.title, titles.get(type) ?? type, status, locale]
  return {
    id: bucket ? `${bucket.slug}/${id}` : id,
    title: title || 'Untitled',
    subtitle: about.filter(Boolean).join(' · '),
    icon: 'file-text',
    ranges: title ? ranges : [],
    run: refTo(openObject, { id, ...(bucket && { bucket: bucket.slug }) }),
    // These work in the open bucket only.
    ...(!bucket && {
      actions: [
        refTo(publish, { scope }),
        refTo(duplicate, { scope }),
        refTo(deleteObjects, { scope }),
      ],
      preview: (context) => previewObject(id, context),
    }),
  }
}
