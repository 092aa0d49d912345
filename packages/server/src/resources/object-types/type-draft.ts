import type { BodyOf } from '@typecase/contract/endpoint'
import { previewLink } from '@typecase/contract/field-rules'
import type { addObjectType, ObjectType, updateObjectType } from '@typecase/contract/object-types'

import { invalid } from '../../http/failure.ts'
import { NEW } from '../buckets/reserved-slugs.ts'
import { withIds } from './metafield-ids.ts'
import { changedOptions } from './naming-fields.ts'
import { withChoices } from './metafield-options.ts'
import { checkMetafields } from './metafield-rules.ts'
import type { NewObjectType } from './store.ts'

type AddData = BodyOf<typeof addObjectType>['data']
type UpdateData = BodyOf<typeof updateObjectType>['data']

/**
 * Creates an object type from the request, with defaults for omitted properties.
 * @throws Failure `invalid` with every broken rule of its fields
 */
export function newType(data: AddData, slug: string): NewObjectType {
  return merge({
    before: {
      title: data.title,
      slug,
      singular: data.title,
      emoji: '',
      singleton: false,
      options: { slug_field: true, content_editor: false, searchable: [], subtitle: null },
      metafields: [],
      localization: false,
      locales: [],
      priority_locale: null,
      preview_link: '',
      folder: null,
    },
    data,
  })
}

/**
 * Applies the changes that were sent to an object type.
 * @throws Failure `invalid` with every broken rule of its fields
 */
export function changedType(before: ObjectType, data: UpdateData): NewObjectType {
  return merge({ before, data })
}

function merge({ before, data }: { before: NewObjectType; data: UpdateData }): NewObjectType {
  const sent = data.metafields && withChoices(data.metafields)
  if (sent) checkMetafields(sent)
  const metafields = sent ? withIds(sent, before.metafields) : before.metafields
  const type: NewObjectType = {
    title: data.title ?? before.title,
    slug: data.slug ?? before.slug,
    singular: data.singular ?? before.singular,
    emoji: data.emoji ?? before.emoji,
    singleton: data.singleton ?? before.singleton,
    options: changedOptions(before, metafields, data.options),
    metafields,
    localization: data.localization ?? before.localization,
    locales: [...new Set(data.locales ?? before.locales)],
    priority_locale:
      data.priority_locale === undefined ? before.priority_locale : data.priority_locale || null,
    preview_link: data.preview_link ?? before.preview_link,
    folder: data.folder === undefined ? before.folder : data.folder || null,
  }
  checkLocales(type)
  const noLink =
    type.preview_link === before.preview_link
      ? undefined
      : previewLink('data.preview_link', type.preview_link)
  if (noLink) throw invalid('data.preview_link', noLink, 'url')
  if (type.slug === NEW) throw invalid('data.slug', 'data.slug must not be “new”', 'reserved')
  return type
}

function checkLocales({ locales, priority_locale: priority }: NewObjectType): void {
  if (priority !== null && locales.length > 0 && !locales.includes(priority)) {
    throw invalid(
      'data.priority_locale',
      `data.priority_locale must be one of the locales: ${locales.join(', ')}`,
      'locale',
    )
  }
}
