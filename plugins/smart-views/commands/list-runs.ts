import { addSmartView, updateSmartView } from '@typecase/contract/smart-views'
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
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api } from '@typecase/plugin-sdk/services'

import { readView, refreshViews } from '../queries.ts'
import { pathOfView } from '../view-look.ts'
import type { saveAsArgs } from './list.ts'
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
    const { services, facts } = context
    const slug = bucketSlugOf(facts)
    const list = listOn(context)
    const view_id = facts['list.smartViewID'] ?? ''
    const before = await readView(services, slug, view_id)
    // No `rev` is sent: what the list shows is meant to replace whatever was saved meanwhile.
    const body = { slug, smart_view_id: view_id, data: dataOf(list) }
    await services.get(Api).call(updateSmartView, { body })
    await refreshViews(services)
    await list.reset()
    return {
      message: `“${before.title}” is saved.`,
      undo: refTo(setView, { bucket: slug, view_id, data: keptOf(before) }),
    }
  },
}

export const resetView: CommandModule = {
  run: (_args, context) => listOn(context).reset(),
}
