import type { ArgsOf, CommandModule } from '@typecase/plugin-sdk/command'

import { withType } from '../list/url-query.ts'
import { usesQuery } from '../references/all-uses.ts'
import { objectRoute, objectsRoute } from '../routes.ts'
import type { newObjectArgs, openObjectArgs, openObjectsArgs, showUsesArgs } from './open.ts'

export const openObjects: CommandModule<ArgsOf<typeof openObjectsArgs>> = {
  async run({ type, query = {} }, { go }) {
    // The schema says "an object", which a query is.
    const whole = withType(query as Readonly<Record<string, unknown>>, type)
    await go(objectsRoute, { search: Object.keys(whole).length > 0 ? { query: whole } : {} })
  },
}

export const openObject: CommandModule<ArgsOf<typeof openObjectArgs>> = {
  async run({ id }, { go }) {
    await go(objectRoute, { params: { objectID: id } })
  },
}

export const editObject: CommandModule = {
  async run(_args, { facts, go }) {
    const objectID = facts['objects.row'] ?? facts['selection.ids']?.[0]
    if (objectID) await go(objectRoute, { params: { objectID } })
  },
}

export const newObject: CommandModule<ArgsOf<typeof newObjectArgs>> = {
  async run({ type }, { go }) {
    await go(objectRoute, { params: { objectID: 'new' }, search: { type } })
  },
}

export const showUses: CommandModule<ArgsOf<typeof showUsesArgs>> = {
  async run({ id, use }, { go }) {
    if ('id' in use) await go(objectRoute, { params: { objectID: use.id } })
    else await go(objectsRoute, { search: { query: usesQuery(use, id) } })
  },
}
