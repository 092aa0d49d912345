import { reorderObjects } from '@typecase/contract/objects'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import {
  type ArgsOf,
  type CommandModule,
  refTo,
  type RunContext,
} from '@typecase/plugin-sdk/command'
import { refreshObjects } from '@typecase/content/refresh-objects'
import { Announcer, Api, Storage } from '@typecase/plugin-sdk/services'

import {
  DASHBOARD_ORDER,
  type ListSearch,
  listSearch,
  queryOfAddress,
  typeOf,
  withCondition,
  withType,
} from '../list/url-query.ts'
import { listPage } from '../list/list-page.ts'
import { lastSkip } from '@typecase/content/object/list-context'
import { readLimit } from '../list/page.ts'
import { keepLimit, savedLimit, savedSort, sortKey } from '../list/preferences.ts'
import { objectsRoute } from '../routes.ts'
import {
  type alwaysSortArgs,
  alwaysSortBy as always,
  type groupByArgs,
  type moveArgs,
  type pageSizeArgs,
  type listArgs,
  moveObject as place,
  type sortByArgs,
  type statusFilterArgs,
  type turnPageArgs,
} from './list.ts'

/** Returns the search parameters and the query of the list on screen; empty on other pages. */
function listNow({ route, facts }: RunContext) {
  const search: ListSearch = route(objectsRoute)?.search ?? {}
  const listQuery = queryOfAddress(search)
  return {
    ...search,
    // The URL of a smart view may omit the view's query.
    query: listQuery?.query ?? facts['view.query'] ?? {},
    // An unreadable query stays in the address unchanged.
    requested: listQuery && (listQuery.unreadable ?? listQuery.query),
  }
}

export const filterByStatus: CommandModule<ArgsOf<typeof statusFilterArgs>> = {
  async run({ status }, context) {
    const { query, skip: _, ...search } = listNow(context)
    const filtered = withCondition(query, 'status', status === 'any' ? undefined : status)
    await context.go(objectsRoute, { search: listSearch({ ...search, query: filtered }) })
  },
}

/** Shows all objects of the type on screen, and leaves a smart view. */
export const clearFilter: CommandModule = {
  async run(_args, context) {
    const { query, sort, limit } = listNow(context)
    const all = withType({}, typeOf(query))
    await context.go(objectsRoute, { search: listSearch({ sort, limit, query: all }) })
  },
}

/** Sorts the list and returns to its first page, because an offset means nothing in another order. */
export const sortBy: CommandModule<ArgsOf<typeof sortByArgs>> = {
  async run({ sort }, context) {
    const { requested: query, skip: _, ...now } = listNow(context)
    const { services, facts } = context
    const usual = savedSort(services.get(Storage), bucketSlugOf(facts), facts['objects.type'])
    const search = listSearch({ ...now, query, sort: sort || (usual && DASHBOARD_ORDER) || '' })
    await context.go(objectsRoute, { search, isReplace: true })
  },
}

/**
 * Saves the default order of a list. The list on screen applies it at once, because its URL no longer names an order.
 */
export const alwaysSortBy: CommandModule<ArgsOf<typeof alwaysSortArgs>> = {
  async run({ bucket, type, sort }, context) {
    const storage = context.services.get(Storage)
    const key = sortKey(bucket, type)
    const before = savedSort(storage, bucket, type) ?? ''
    if (sort === '') storage.remove(key)
    else storage.set(key, sort)
    const { requested: query, skip: _, sort: __, ...now } = listNow(context)
    const isOnScreen = context.route(objectsRoute) && (context.facts['objects.type'] ?? '') === type
    if (isOnScreen)
      await context.go(objectsRoute, { search: listSearch({ ...now, query }), isReplace: true })
    return {
      message: sort === '' ? 'Default order removed.' : 'Default order saved.',
      undo: refTo(always, { bucket, type, sort: before }),
    }
  },
}

/** Groups the list by a field, or ungroups it without one. */
export const groupBy: CommandModule<ArgsOf<typeof groupByArgs>> = {
  async run({ group }, context) {
    const { requested: query, skip: _, ...now } = listNow(context)
    await context.go(objectsRoute, { search: listSearch({ ...now, query, group }) })
  },
}

export const setPageSize: CommandModule<ArgsOf<typeof pageSizeArgs>> = {
  async run({ limit }, context) {
    keepLimit(context.services.get(Storage), limit)
    const { requested: query, limit: _, skip = 0, ...now } = listNow(context)
    // The page that contains the first row on screen.
    const search = listSearch({ ...now, query, skip: Math.floor(skip / limit) * limit })
    await context.go(objectsRoute, { search, isReplace: true })
  },
}

export const turnPage: CommandModule<ArgsOf<typeof turnPageArgs>> = {
  async run({ by }, context) {
    const { services, facts, go, page } = context
    const { requested: query, limit: pageSize, skip: now = 0, ...rest } = listNow(context)
    const limit = readLimit(pageSize, savedLimit(services.get(Storage)))
    // Rows of collapsed groups are on no page.
    const last = lastSkip(page(listPage)?.total ?? facts['view.total'] ?? 0, limit)
    const skip = Math.min(Math.max(now + by * limit, 0), last)
    if (skip === now) return
    await go(objectsRoute, { search: listSearch({ ...rest, query, limit: pageSize, skip }) })
  },
}

/** Moves the current row past its neighbour on this page. */
export const moveRow: CommandModule<ArgsOf<typeof moveArgs>> = {
  async run({ by }, { services, facts, page }) {
    const slug = bucketSlugOf(facts)
    const rows = page(listPage)?.rows ?? []
    const id = facts['objects.row']
    const at = id === undefined ? -1 : rows.indexOf(id)
    const neighbour = rows[at + by]
    if (id === undefined || at === -1 || neighbour === undefined) {
      services.get(Announcer).say(by < 0 ? 'This is the first row.' : 'This is the last row.')
      return {}
    }
    const neighbourIds = by < 0 ? { after_id: neighbour } : { before_id: neighbour }
    await services
      .get(Api)
      .call(reorderObjects, { body: { slug, reorder_id: id, ...neighbourIds } })
    await refreshObjects(services)
    const formerPosition = by < 0 ? { before_id: neighbour } : { after_id: neighbour }
    return { undo: refTo(place, { bucket: slug, id, ...formerPosition }) }
  },
}

export const moveObject: CommandModule<ArgsOf<typeof listArgs>> = {
  async run({ bucket: slug, id, ...neighbourIds }, { services }) {
    await services
      .get(Api)
      .call(reorderObjects, { body: { slug, reorder_id: id, ...neighbourIds } })
    await refreshObjects(services)
    return { message: 'The object is back in its place.' }
  },
}
