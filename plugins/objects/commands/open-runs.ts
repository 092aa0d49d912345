import { readBucket } from '@typecase/content/bucket'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import type { ArgsOf, CommandModule } from '@typecase/plugin-sdk/command'

import { textQuery } from '../list/text-query.ts'
import { withType } from '../list/url-query.ts'
import { usesQuery } from '../references/all-uses.ts'
import { objectRoute, objectsRoute } from '../routes.ts'
import type {
  newObjectArgs,
  openObjectArgs,
  openObjectsArgs,
  searchAllFieldsArgs,
  showUsesArgs,
} from './open.ts'

export const openObjects: CommandModule<ArgsOf<typeof openObjectsArgs>> = {
  async run({ type, query = {} }, { go }) {
    // The schema says "an object", which a query is.
    const whole = withType(query as Readonly<Record<string, unknown>>, type)
    await go(objectsRoute, { search: Object.keys(whole).length > 0 ? { query: whole } : {} })
  },
}

export const searchAllFields: CommandModule<ArgsOf<typeof searchAllFieldsArgs>> = {
  async run({ words }, { services, facts, go }) {
    const { object_types: types } = await readBucket(services, bucketSlugOf(facts))
    await go(objectsRoute, { search: { query: textQuery(words, types) } })
  },
}

export const openObject: CommandModule<ArgsOf<typeof openObjectArgs>> = {
  async run({ id, bucket }, { go }) {
    await go(objectRoute, { params: { objectID: id, ...(bucket && { bucketSlug: bucket }) } })
  },
}

export const editObject: CommandModule = {
  async run(_args, { facts, go }) {
    const objectID = facts['objects.row'] ?? facts['selection.ids']?.[0]
    if (objectID) await go(objectRoute, { params: { objectID } })
  },
}

export const newObject: CommandModule<ArgsOf<typeof newObjectArgs>> = {
  async run({ type, title }, { go }) {
    await go(objectRoute, {
      params: { objectID: 'new' },
      search: { type, ...(title && { title }) },
    })
  },
}

export const showUses: CommandModule<ArgsOf<typeof showUsesArgs>> = {
  async run({ id, use }, { go }) {
    if ('id' in use) await go(objectRoute, { params: { objectID: use.id } })
    else await go(objectsRoute, { search: { query: usesQuery(use, id) } })
  },
}
