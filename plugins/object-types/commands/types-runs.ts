import { objectsPath } from '@typecase/content/routes'
import {
  deleteObjectType,
  duplicateObjectType,
  reorderObjectTypes,
} from '@typecase/contract/object-types'
import { readBucket } from '@typecase/content/bucket'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { type ArgsOf, type CommandModule, refTo } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import { objectTypeRoute, objectTypesRoute, typePage } from '../routes.ts'
import { refreshBucket } from '../queries.ts'
import { undoAdd } from './fields.ts'
import * as commands from './types.ts'

export const openTypeObjects: CommandModule<ArgsOf<typeof commands.typeArgs>> = {
  run: async ({ type_slug }, { facts, go }) => {
    await go(objectsPath(bucketSlugOf(facts), { type: type_slug }))
  },
}

export const newType: CommandModule = {
  run: (_args, { go }) => go(objectTypeRoute, { params: { typeSlug: 'new' } }),
}

export const editType: CommandModule<ArgsOf<typeof commands.typeArgs>> = {
  run: ({ type_slug }, { go }) => go(objectTypeRoute, { params: { typeSlug: type_slug } }),
}

export const saveType: CommandModule = {
  /** The builder shows the result next to the fields, so the command has no message. */
  run: async (_args, { page }) => {
    await page(typePage)?.save()
  },
}

export const duplicateType: CommandModule<ArgsOf<typeof commands.typeArgs>> = {
  run: async ({ type_slug }, { services, facts, go }) => {
    const slug = bucketSlugOf(facts)
    const { object_type: copy } = await services
      .get(Api)
      .call(duplicateObjectType, { body: { slug, type_slug } })
    await refreshBucket(services, slug)
    await go(objectTypeRoute, { params: { typeSlug: copy.slug } })
    return {
      message: `Created “${copy.title}”.`,
      undo: refTo(undoAdd, { bucket: slug, type_slug: copy.slug }),
    }
  },
}

export const deleteType: CommandModule<ArgsOf<typeof commands.typeArgs>> = {
  confirmation: async ({ type_slug }, { services, facts }) => {
    const { object_types } = await readBucket(services, bucketSlugOf(facts))
    const { title = type_slug } = object_types.find(({ slug }) => slug === type_slug) ?? {}
    return {
      title: `Delete object type “${title}”?`,
      text: 'Its objects go to the trash for 30 days; restoring one brings the type back.',
      action: 'Delete object type',
      phrase: 'delete type',
    }
  },
  run: async ({ type_slug }, { services, facts, go }) => {
    const slug = bucketSlugOf(facts)
    await services.get(Api).call(deleteObjectType, { query: { slug, type_slug } })
    await go(objectTypesRoute)
    await refreshBucket(services, slug)
    return { message: 'Object type deleted. Its objects are in the trash.' }
  },
}

export const orderTypes: CommandModule<ArgsOf<typeof commands.orderTypesArgs>> = {
  run: async (args, { services, facts }) => {
    const slug = bucketSlugOf(facts)
    const before = await readBucket(services, slug)
    await services.get(Api).call(reorderObjectTypes, { body: { slug, ...args } })
    await refreshBucket(services, slug)
    return {
      undo: refTo(commands.orderTypes, {
        object_type_slugs: before.object_types.map((type) => type.slug),
      }),
    }
  },
}
