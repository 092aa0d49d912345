import { addSmartView, type SmartView, updateSmartView } from '@typecase/contract/smart-views'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import {
  type ListLook,
  lookOfList,
  type LookOfList,
  queryStringOf,
} from '@typecase/content/smart-views'
import {
  type ArgsOf,
  type CommandModule,
  refTo,
  type RunContext,
} from '@typecase/plugin-sdk/command'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api } from '@typecase/plugin-sdk/services'

import { readView, refreshViews } from '../queries.ts'
import { pathOfView } from '../view-look.ts'
import {
  saveAs as saveAsCommand,
  type saveAsArgs,
  type settleArgs,
  settleView as settle,
} from './list.ts'
import { removeView, setView } from './views.ts'
import { keptOf } from './views-runs.ts'

function listOn({ page }: RunContext): LookOfList {
  const list = page(lookOfList)
  if (!list) throw new Refusal('Open a list of objects first.')
  return list
}

/** What of a list is saved. */
function dataOf({ query, sort, columns, group }: ListLook) {
  const { type } = query
  return {
    query_string: queryStringOf(query),
    sort: sort || null,
    columns: columns ? [...columns] : null,
    group: group || null,
    type: typeof type === 'string' ? type : null,
  }
}

export const saveAs: CommandModule<ArgsOf<typeof saveAsArgs>> = {
  run: async ({ title, icon }, context) => {
    const { services, facts, go } = context
    const slug = bucketSlugOf(facts)
    const data = { ...dataOf(listOn(context)), title, ...(icon && { icon }) }
    const { smart_view: view } = await services
      .get(Api)
      .call(addSmartView, { body: { slug, data } })
    await refreshViews(services)
    await go(pathOfView(slug, view.id))
    return {
      message: `“${view.title}” is saved. Only you see it.`,
      undo: refTo(removeView, { bucket: slug, view_id: view.id }),
    }
  },
}

export const saveView: CommandModule = {
  run: async (_args, context) => {
    const { facts, services } = context
    const slug = bucketSlugOf(facts)
    const view_id = facts['list.smartViewID'] ?? ''
    const before = await readView(services, slug, view_id)
    try {
      return await saved(context, slug, before, facts['smart-views.rev'] ?? before.rev)
    } catch (error) {
      if (!isApiError(error, 'stale')) throw error
      await refreshViews(services)
      const now = await readView(services, slug, view_id)
      // One's own, such as another name: there is nobody to ask about.
      if (now.modified_by === facts['session.userID']) return saved(context, slug, now, now.rev)
      const ask = refTo(settle, { bucket: slug, view_id })
      await context.run(ask)
      return {}
    }
  },
}

/** Saves what the list shows over a view. @throws ApiError `stale` where that has another revision */
async function saved(context: RunContext, slug: string, before: SmartView, rev: number) {
  const { services } = context
  const list = listOn(context)
  const body = { slug, smart_view_id: before.id, data: dataOf(list), rev }
  await services.get(Api).call(updateSmartView, { body })
  await refreshViews(services)
  await list.reset()
  return {
    message: `“${before.title}” is saved.`,
    undo: refTo(setView, { bucket: slug, view_id: before.id, data: keptOf(before) }),
  }
}

export const settleView: CommandModule<ArgsOf<typeof settleArgs>> = {
  run: async ({ bucket, view_id, keep }, context) => {
    if (keep === 'theirs') {
      await listOn(context).reset()
      return { message: 'The view is as they saved it.' }
    }
    if (keep === 'new') {
      await context.run(refTo(saveAsCommand))
      return {}
    }
    const now = await readView(context.services, bucket, view_id)
    return saved(context, bucket, now, now.rev)
  },
}

export const resetView: CommandModule = {
  run: (_args, context) => listOn(context).reset(),
}
