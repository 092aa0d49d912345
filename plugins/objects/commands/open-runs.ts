import { readBucket } from '@typecase/content/bucket'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { previewAddress } from '@typecase/content/preview-link'
import type { Bucket } from '@typecase/contract/buckets'
import { type CmsObject, getObject } from '@typecase/contract/objects'
import type { ArgsOf, CommandModule } from '@typecase/plugin-sdk/command'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api } from '@typecase/plugin-sdk/services'

import { textQuery } from '../list/text-query.ts'
import { withType } from '../list/url-query.ts'
import { objectRoute } from '@typecase/content/routes'
import { objectsRoute } from '../routes.ts'
import { mayWriteType, whyNotType } from '@typecase/content/object/writable-types'
import type {
  newObjectArgs,
  openObjectArgs,
  openObjectsArgs,
  searchAllFieldsArgs,
  viewPublicArgs,
} from './open.ts'

export const openObjects: CommandModule<ArgsOf<typeof openObjectsArgs>> = {
  async run({ type, query = {} }, { go }) {
    // The schema only says `object`, but the value is a query.
    const full = withType(query as Readonly<Record<string, unknown>>, type)
    await go(objectsRoute, { search: Object.keys(full).length > 0 ? { query: full } : {} })
  },
}

export const searchAllFields: CommandModule<ArgsOf<typeof searchAllFieldsArgs>> = {
  async run({ words }, { go }) {
    await go(objectsRoute, { search: { query: textQuery(words) } })
  },
}

export const openObject: CommandModule<ArgsOf<typeof openObjectArgs>> = {
  async run({ id, bucket }, { go }) {
    await go(objectRoute, { params: { objectID: id, ...(bucket && { bucketSlug: bucket }) } })
  },
}

export const viewPublic: CommandModule<ArgsOf<typeof viewPublicArgs>> = {
  async run({ id }, { services, facts, signal }) {
    const slug = bucketSlugOf(facts)
    const query = { slug, object_id: id }
    const [{ object }, bucket] = await Promise.all([
      services.get(Api).call(getObject, { query }, { signal }),
      readBucket(services, slug),
    ])
    if (object.main_object_status !== 'published') {
      throw new Refusal(`“${object.title}” is not public. Publish it first.`)
    }
    const type = bucket.object_types.find((one) => one.slug === object.type)
    window.open(publicAddress(object, bucket, type?.preview_link ?? ''), '_blank', 'noopener')
  },
}

/** Returns where an object is shown: its type's preview link, or its address in the public API. @throws Refusal */
export function publicAddress(
  object: CmsObject,
  { slug, api_access: { read_key } }: Pick<Bucket, 'slug' | 'api_access'>,
  previewLink: string,
): string {
  if (previewLink) return previewAddress(previewLink, object)
  if (!read_key) {
    throw new Refusal(
      'Its object type has no preview link. Set one to see its objects on your site.',
    )
  }
  return `/v3/buckets/${slug}/objects/${object.id}?read_key=${encodeURIComponent(read_key)}`
}

export const editObject: CommandModule = {
  async run(_args, { facts, go }) {
    const objectID = facts['objects.row'] ?? facts['selection.ids']?.[0]
    if (objectID) await go(objectRoute, { params: { objectID } })
  },
}

export const newObject: CommandModule<ArgsOf<typeof newObjectArgs>> = {
  async run({ type, title }, { go, facts }) {
    if (!mayWriteType(facts, type)) throw new Refusal(whyNotType(facts))
    await go(objectRoute, {
      params: { objectID: 'new' },
      search: { type, ...(title && { title }) },
    })
  },
}
