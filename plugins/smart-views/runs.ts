import { bucketSlugOf } from '@typecase/content/bucket-slug'
import type { RecordArgs } from '@typecase/content/record/define-record'
import { planOfOne } from '@typecase/content/one-plan'
import { recordChanges } from '@typecase/content/record/record-undo'
import { objectsPath } from '@typecase/content/routes'
import { lookOfList, type LookOfList, queryStringOf } from '@typecase/content/smart-views'
import { parseQuery } from '@typecase/content-query/parse'
import { QueryError } from '@typecase/content-query/query-error'
import { parseSort } from '@typecase/content-query/sort'
import type { InputOf } from '@typecase/contract/endpoint'
import * as calls from '@typecase/contract/smart-views'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import {
  type ArgsOf,
  type CommandModule,
  refTo,
  type RunContext,
} from '@typecase/plugin-sdk/command'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import type { CallModule } from '@typecase/plugin-sdk/server-call'
import { Announcer, Api } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import * as commands from './commands.ts'
import { view } from './record.ts'
import { DEFAULT_ICON, pathOfView } from './view-look.ts'

type OneView = CommandModule<RecordArgs<'view_id'>>
type NewView = InputOf<typeof calls.addSmartView>['body']['data']

async function add(services: Services, slug: string, data: NewView): Promise<calls.SmartView> {
  const body = { slug, data }
  return (await services.get(Api).call(calls.addSmartView, { body })).smart_view
}

const reorder = (services: Services, slug: string, order: readonly string[]) =>
  services.get(Api).call(calls.reorderSmartViews, { body: { slug, smart_view_ids: [...order] } })

/** Returns the properties that users can set, which are sufficient to restore a view. */
const dataOf = (item: calls.SmartView) => ({
  title: item.title,
  icon: item.icon,
  query_string: item.query_string,
  columns: item.columns && [...item.columns],
  sort: item.sort,
  group: item.group,
  type: item.type,
  is_shared: item.is_shared,
})
type ViewData = ReturnType<typeof dataOf>

interface RemovedView extends ViewData {
  /** The order of the views, with an empty text as placeholder for this view. */
  readonly order: readonly string[]
}

export const changes = recordChanges(view, commands.undoView, {
  titleOf: ({ title }) => title,
  dataOf,
  async update(services, slug, smart_view_id, data, rev) {
    const body = { slug, smart_view_id, data, ...(rev !== undefined && { rev }) }
    return (await services.get(Api).call(calls.updateSmartView, { body })).smart_view
  },
  async remove(services, slug, item): Promise<RemovedView> {
    const order = (await view.all(services, slug)).map(({ id }) => (id === item.id ? '' : id))
    const query = { slug, smart_view_id: item.id }
    await services.get(Api).call(calls.deleteSmartView, { query })
    return { ...dataOf(item), order }
  },
  async restore(services, slug, _id, removed) {
    const { order, ...data } = removed as RemovedView
    const item = await add(services, slug, data)
    const { smart_views: all } = await services
      .get(Api)
      .call(calls.listSmartViews, { query: { slug } })
    const ids = order.map((id) => id || item.id).filter((id) => all.some((one) => one.id === id))
    await reorder(services, slug, ids)
    return item
  },
  reorder,
  async leave({ id }, { facts, go }) {
    if (facts['list.smartViewID'] === id) await go(objectsPath(bucketSlugOf(facts)))
  },
})

function listOn({ page }: RunContext): LookOfList {
  const list = page(lookOfList)
  if (!list) throw new Refusal('Open a list of objects first.')
  return list
}

/** Returns the part of the list on screen that a view stores. */
function dataOfList(context: RunContext) {
  const { query, sort, columns, group } = listOn(context)
  const { type } = query
  return {
    query_string: queryStringOf(query),
    sort: sort || null,
    columns: columns ? [...columns] : null,
    group: group || null,
    type: typeof type === 'string' ? type : null,
  }
}

export const saveAs: CommandModule<ArgsOf<typeof commands.saveAsArgs>> = {
  async run({ title, icon }, context) {
    const { services, facts, go } = context
    const slug = bucketSlugOf(facts)
    const data = { ...dataOfList(context), title, ...(icon && { icon }) }
    const item = await add(services, slug, data)
    await view.refresh(services)
    await go(pathOfView(slug, item.id))
    return {
      message: `Saved “${item.title}”. Only you see it.`,
      undo: changes.undoOfAdd(slug, item.id),
    }
  },
}

type AddArgs = ArgsOf<typeof commands.addArgs>

export const addCall = {
  callOf: ({ query, columns, ...look }, { bucketSlug }) => {
    try {
      parseQuery(query, { resource: 'objects' })
      if (look.sort !== undefined) parseSort(look.sort, 'objects')
    } catch (error) {
      if (!(error instanceof QueryError)) throw error
      throw Object.assign(new Error(`query: ${error.message}.`), { code: 'invalid' })
    }
    const { type } = query
    const data = {
      ...look,
      query_string: queryStringOf(query),
      ...(columns && { columns: [...columns] }),
      type: typeof type === 'string' ? type : null,
    }
    return { endpoint: calls.addSmartView, body: { slug: bucketSlug, data } }
  },
} satisfies CallModule<AddArgs, typeof calls.addSmartView>

export const addView: CommandModule<AddArgs> = {
  plan: async (args, { facts }) => {
    addCall.callOf(args, { bucketSlug: bucketSlugOf(facts) })
    const shared = args.is_shared ? ' for everyone in this bucket' : ''
    return planOfOne(`Save smart view “${args.title}”${shared}`)
  },
  async run(args, { services, facts }) {
    const slug = bucketSlugOf(facts)
    const item = await add(services, slug, addCall.callOf(args, { bucketSlug: slug }).body.data)
    await view.refresh(services)
    return {
      message: `Saved “${item.title}”. ${item.is_shared ? 'Everyone in this bucket sees it.' : 'Only you see it.'}`,
      view: refTo(commands.openView, { view_id: item.id }),
      undo: changes.undoOfAdd(slug, item.id),
    }
  },
}

/** Saves the state of the list to a view. @throws ApiError `stale` when the view has another revision */
async function saveOver(context: RunContext, slug: string, id: string, rev: number | undefined) {
  const data = dataOfList(context)
  const { item, ...undo } = await changes.update(context.services, slug, id, data, rev)
  await listOn(context).reset()
  return { message: `Saved “${item.title}”.`, ...undo }
}

export const saveView: CommandModule = {
  async run(_args, context) {
    const { facts, services } = context
    const slug = bucketSlugOf(facts)
    const view_id = facts['list.smartViewID'] ?? ''
    try {
      return await saveOver(context, slug, view_id, facts['smart-views.rev'])
    } catch (error) {
      if (!isApiError(error, 'stale')) throw error
      const { modified_by, rev } = await view.read(services, slug, view_id)
      // The user's own change, such as a new name, is no conflict.
      if (modified_by === facts['session.userID']) return saveOver(context, slug, view_id, rev)
      await context.run(refTo(commands.settleView, { bucket: slug, view_id }))
      return {}
    }
  },
}

export const settleView: CommandModule<ArgsOf<typeof commands.settleArgs>> = {
  async run({ bucket, view_id, keep }, context) {
    if (keep === 'theirs') {
      await listOn(context).reset()
      return { message: 'This is their version of the view.' }
    }
    if (keep === 'new') {
      await context.run(refTo(commands.saveAs))
      return {}
    }
    const { rev } = await view.read(context.services, bucket, view_id)
    return saveOver(context, bucket, view_id, rev)
  },
}

export const resetView: CommandModule = {
  run: (_args, context) => listOn(context).reset(),
}

export const openView: OneView = {
  run: ({ view_id }, { facts, go }) => go(pathOfView(bucketSlugOf(facts), view_id)),
}

/** Makes a module that changes some properties of a view. */
const change = <Args extends RecordArgs<'view_id'>>(
  changed: (args: Args) => Partial<ViewData>,
  messageOf: (item: calls.SmartView) => string,
): CommandModule<Args> => ({
  async run(args, { services, facts }) {
    const slug = bucketSlugOf(facts)
    const { item, ...undo } = await changes.update(services, slug, args.view_id, changed(args))
    return { message: messageOf(item), ...undo }
  },
})

export const renameView = change<ArgsOf<typeof commands.renameArgs>>(
  ({ title }) => ({ title }),
  ({ title }) => `Renamed to “${title}”.`,
)
export const changeIcon = change<ArgsOf<typeof commands.iconArgs>>(
  ({ icon }) => ({ icon: icon === '' || icon === DEFAULT_ICON ? null : icon }),
  ({ title }) => `Changed the icon of “${title}”.`,
)
export const shareView = change(
  () => ({ is_shared: true }),
  ({ title }) => `Everyone in this bucket can see “${title}”.`,
)
export const unshareView = change(
  () => ({ is_shared: false }),
  ({ title }) => `“${title}” is private now.`,
)

const ENDING = ' (copy)'

export const duplicateView = view.module(async (original, { services, slug }) => {
  const { is_shared: _, ...data } = dataOf(original)
  const title = `${data.title.slice(0, calls.MAX_VIEW_TITLE - ENDING.length)}${ENDING}`
  const copy = await add(services, slug, { ...data, title })
  await view.refresh(services)
  return {
    message: `Created “${copy.title}”.`,
    open: refTo(commands.openView, { view_id: copy.id }),
    undo: changes.undoOfAdd(slug, copy.id),
  }
})

export const deleteView = view.module(async (item, context) => ({
  message: `Deleted “${item.title}”. Its objects stay.`,
  ...(await changes.remove(item, context.slug, context)),
}))

const move = (by: -1 | 1): OneView => ({
  async run({ view_id }, { services, facts }) {
    const slug = bucketSlugOf(facts)
    const order = (await view.all(services, slug)).map(({ id }) => id)
    const at = order.indexOf(view_id)
    const neighbour = order[at + by]
    const { say } = services.get(Announcer)
    if (at === -1 || neighbour === undefined) {
      say(by < 0 ? 'This is the first view.' : 'This is the last view.')
      return {}
    }
    const moved = order.with(at, neighbour).with(at + by, view_id)
    const { undo } = await changes.reorder(services, slug, moved)
    say(`Position ${at + by + 1} of ${order.length}.`)
    return { undo }
  },
})
export const moveUp = move(-1)
export const moveDown = move(1)
