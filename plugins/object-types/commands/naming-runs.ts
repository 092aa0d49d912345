import type { ObjectType } from '@typecase/contract/object-types'
import { readBucket } from '@typecase/content/bucket'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import {
  type ArgsOf,
  type CommandModule,
  type RunContext,
  refTo,
} from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'
import { formatNumber } from '@typecase/ui/format'
import { plural } from '@typecase/ui/count'

import { refreshBucket } from '../queries.ts'
import { updateType } from '../update-type.ts'
import * as declared from './naming.ts'

export const setSearchable: CommandModule<ArgsOf<typeof declared.searchableArgs>> = {
  async run({ type_slug, fields }, context) {
    const before = await change(type_slug, { searchable: fields }, context)
    return {
      message: `Search looks into ${plural(fields.length, 'one field', `${formatNumber(fields.length)} fields`)} of ${before.title}`,
      undo: refTo(declared.setSearchable, { type_slug, fields: before.options.searchable }),
    }
  },
}

export const setSubtitle: CommandModule<ArgsOf<typeof declared.subtitleArgs>> = {
  async run({ type_slug, field }, context) {
    const before = await change(type_slug, { subtitle: field || null }, context)
    return {
      message: `The subtitle of ${before.title} is ${field ? 'set' : 'gone'}`,
      undo: refTo(declared.setSubtitle, { type_slug, field: before.options.subtitle ?? '' }),
    }
  },
}

/** Changes options of a type. @returns the type before the change */
async function change(
  typeSlug: string,
  options: Partial<ObjectType['options']>,
  { services, facts }: RunContext,
): Promise<Pick<ObjectType, 'title' | 'options'>> {
  const slug = bucketSlugOf(facts)
  const { object_types: types } = await readBucket(services, slug)
  const before = types.find((type) => type.slug === typeSlug)
  const body = { slug, type_slug: typeSlug, data: { options } }
  const { object_type: after } = await updateType(services.get(Api), body)
  await refreshBucket(services, slug)
  return before ?? after
}
