import { objectsPath } from '@typecase/content/routes'
import {
  addSmartView,
  deleteSmartView,
  MOST_VIEW_TITLE,
  reorderSmartViews,
  type SmartView,
  updateSmartView,
} from '@typecase/contract/smart-views'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { readSmartViews } from '@typecase/content/smart-views'
import {
  type ArgsOf,
  type CommandModule,
  type Outcome,
  type Ref,
  refTo,
  type RunContext,
} from '@typecase/plugin-sdk/command'
import { Announcer, Api } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import { readView, refreshViews } from '../queries.ts'
import { DEFAULT_ICON, pathOfView } from '../view-look.ts'
import * as commands from './views.ts'

/** What people say of a view: all that brings it back. */
export const keptOf = (view: SmartView) => ({
  title: view.title,
  icon: view.icon,
  query_string: view.query_string,
  columns: view.columns && [...view.columns],
  sort: view.sort,
  group: view.group,
  type: view.type,
  is_shared: view.is_shared,
})

type Kept = ArgsOf<typeof commands.setArgs>['data']

export const openView: CommandModule<ArgsOf<typeof commands.viewArgs>> = {
  run: ({ view_id }, { facts, go }) => go(pathOfView(bucketSlugOf(facts), view_id)),
}

/** Changes some of a view. @returns it, and what takes that back */
async function changed(
  services: Services,
  slug: string,
  view_id: string,
  data: Kept,
): Promise<{ view: SmartView; undo: Ref }> {
  const before = keptOf(await readView(services, slug, view_id))
  const body = { slug, smart_view_id: view_id, data }
  const { smart_view: view } = await services.get(Api).call(updateSmartView, { body })
  await refreshViews(services)
  const back = Object.fromEntries(
    Object.entries(before).filter(([key]) => Object.hasOwn(data, key)),
  )
  return { view, undo: refTo(commands.setView, { bucket: slug, view_id, data: back }) }
}

export const setView: CommandModule<ArgsOf<typeof commands.setArgs>> = {
  run: async ({ bucket, view_id, data }, { services }) => {
    const { view, undo } = await changed(services, bucket, view_id, data)
    return { message: `“${view.title}” is as it was before.`, undo }
  },
}

export const renameView: CommandModule<ArgsOf<typeof commands.renameArgs>> = {
  run: async ({ view_id, title }, { services, facts }) => {
    const { view, undo } = await changed(services, bucketSlugOf(facts), view_id, { title })
    return { message: `It is called “${view.title}” now.`, undo }
  },
}

export const changeIcon: CommandModule<ArgsOf<typeof commands.iconArgs>> = {
  run: async ({ view_id, icon: chosen }, { services, facts }) => {
    const icon = chosen === '' || chosen === DEFAULT_ICON ? null : chosen
    const { view, undo } = await changed(services, bucketSlugOf(facts), view_id, { icon })
    return { message: `“${view.title}” has another icon.`, undo }
  },
}

const sharing = (is_shared: boolean): CommandModule<ArgsOf<typeof commands.viewArgs>> => ({
  run: async ({ view_id }, { services, facts }) => {
    const { view, undo } = await changed(services, bucketSlugOf(facts), view_id, { is_shared })
    return {
      message: is_shared
        ? `Everybody in this bucket sees “${view.title}” now.`
        : `“${view.title}” is private now.`,
      undo,
    }
  },
})
export const shareView = sharing(true)
export const unshareView = sharing(false)

const ENDING = ' (copy)'

export const duplicateView: CommandModule<ArgsOf<typeof commands.viewArgs>> = {
  /** A copy of one's own, which nobody else sees until it is shared. */
  run: async ({ view_id }, { services, facts }) => {
    const slug = bucketSlugOf(facts)
    const { is_shared: _, ...kept } = keptOf(await readView(services, slug, view_id))
    const title = `${kept.title.slice(0, MOST_VIEW_TITLE - ENDING.length)}${ENDING}`
    const body = { slug, data: { ...kept, title } }
    const { smart_view: view } = await services.get(Api).call(addSmartView, { body })
    await refreshViews(services)
    return {
      message: `“${view.title}” is ready.`,
      open: refTo(commands.openView, { view_id: view.id }),
      undo: refTo(commands.removeView, { bucket: slug, view_id: view.id }),
    }
  },
}

export const deleteView: CommandModule<ArgsOf<typeof commands.viewArgs>> = {
  run: ({ view_id }, context) => removed(bucketSlugOf(context.facts), view_id, context),
}

export const removeView: CommandModule<ArgsOf<typeof commands.placedArgs>> = {
  run: ({ bucket, view_id }, context) => removed(bucket, view_id, context),
}

async function removed(
  slug: string,
  view_id: string,
  { services, facts, go }: RunContext,
): Promise<Outcome> {
  const views = await readSmartViews(services, slug)
  const view = await readView(services, slug, view_id)
  await services.get(Api).call(deleteSmartView, { query: { slug, smart_view_id: view_id } })
  // Its list would have nothing to show.
  if (facts['list.smartViewID'] === view_id) await go(objectsPath(slug))
  await refreshViews(services)
  const order = views.map(({ id }) => (id === view_id ? '' : id))
  return {
    message: `Deleted “${view.title}”. Its objects stay.`,
    undo: refTo(commands.restoreView, { bucket: slug, data: keptOf(view), order }),
  }
}

export const restoreView: CommandModule<ArgsOf<typeof commands.restoreArgs>> = {
  /** A view that was deleted, anew and in its place: the one without an id in the order. */
  run: async ({ bucket, data, order }, { services }) => {
    const api = services.get(Api)
    // As the server had it.
    const body = { slug: bucket, data: data as ReturnType<typeof keptOf> }
    const { smart_view: view } = await api.call(addSmartView, { body })
    await refreshViews(services)
    const there = new Set((await readSmartViews(services, bucket)).map(({ id }) => id))
    const ids = order.map((id) => id || view.id).filter((id) => there.has(id))
    await api.call(reorderSmartViews, { body: { slug: bucket, smart_view_ids: ids } })
    await refreshViews(services)
    return {
      message: `“${view.title}” is back.`,
      undo: refTo(commands.removeView, { bucket, view_id: view.id }),
    }
  },
}

export const moveView: CommandModule<ArgsOf<typeof commands.moveArgs>> = {
  run: async ({ view_id, by }, { services, facts }) => {
    const slug = bucketSlugOf(facts)
    const before = (await readSmartViews(services, slug)).map(({ id }) => id)
    const at = before.indexOf(view_id)
    const neighbour = before[at + by]
    if (at === -1 || neighbour === undefined) {
      services.get(Announcer).say(by < 0 ? 'This is the first view.' : 'This is the last view.')
      return {}
    }
    const order = before.map((id, index) =>
      index === at ? neighbour : index === at + by ? view_id : id,
    )
    await ordered(services, slug, order)
    services.get(Announcer).say(`Position ${at + by + 1} of ${before.length}.`)
    return { undo: refTo(commands.setOrder, { bucket: slug, order: before }) }
  },
}

export const setOrder: CommandModule<ArgsOf<typeof commands.orderArgs>> = {
  run: async ({ bucket, order }, { services }) => {
    const before = (await readSmartViews(services, bucket)).map(({ id }) => id)
    // Those that were deleted meanwhile have no place.
    await ordered(
      services,
      bucket,
      order.filter((id) => before.includes(id)),
    )
    return {
      message: 'The smart views have their new order.',
      undo: refTo(commands.setOrder, { bucket, order: before }),
    }
  },
}

async function ordered(services: Services, slug: string, order: readonly string[]): Promise<void> {
  const body = { slug, smart_view_ids: [...order] }
  await services.get(Api).call(reorderSmartViews, { body })
  await refreshViews(services)
}
