import { readBucket } from '@typecase/content/bucket'
import { findAhead, noneAhead, reviewQueue } from '@typecase/content/review-queue'
import { listObjects } from '@typecase/contract/objects'
import type { CommandModule, Outcome, RunContext } from '@typecase/plugin-sdk/command'
import type { ListQuery } from '@typecase/plugin-sdk/list-query'
import { Api } from '@typecase/plugin-sdk/services'

import { objectRoute } from '../routes.ts'
import { isDirty } from '../draft/draft.ts'
import { loadPatterns } from '@typecase/content/object/patterns'
import { problemsOf } from '@typecase/content/object/validate'
import { valuesOf } from '@typecase/content/object/values'
import { goToNeighbour } from './queue.ts'
import { NotNow, publishOpen, requireEditor, saveOpen } from './save-open.ts'

const END = 'That was the last object in the list.'

export const publishAndNext: CommandModule = {
  async run(_args, context) {
    const session = requireEditor(context)
    const published = await publishOpen(session)
    // The user has to fix something first. An object that is already public does not stop here.
    if (!published) return {}
    const hasMoved = await goToNeighbour(session, 'next', context)
    const end = hasMoved ? '' : ` ${END}`
    return { ...published, message: `${published.message ?? ''}${end}` }
  },
}

export const saveAndNext: CommandModule = {
  async run(_args, context) {
    const session = requireEditor(context)
    const { draft } = session.get()
    const isSaved = draft.server !== undefined && !isDirty(draft) && !draft.attempt
    // The editor shows what prevents the save.
    if (!isSaved && !(await saveOpen(session, 'draft'))) return {}
    return (await goToNeighbour(session, 'next', context)) ? {} : { message: `Saved. ${END}` }
  },
}

export const nextDraft: CommandModule = {
  run: (_args, context) =>
    goToNext(context, 'is a draft', async (ids) => {
      const rows = await readRows({ id: { $in: ids }, status: 'draft' }, 'id', context)
      return new Set(rows.map(({ id }) => id))
    }),
}

const PROPS_OF_RULES = 'id,type,title,slug,content,metadata'

/** Goes to the next object whose values break the rules of its fields. */
export const nextWithErrors: CommandModule = {
  run: (_args, context) =>
    goToNext(context, 'has errors', async (ids) => {
      const { bucketSlug, kindProblem } = requireEditor(context)
      const [rows, { object_types: types }] = await Promise.all([
        readRows({ id: { $in: ids } }, PROPS_OF_RULES, context),
        readBucket(context.services, bucketSlug),
      ])
      await loadPatterns(types.flatMap(({ metafields }) => metafields))
      const broken = rows.filter((object) => {
        const fields = types.find(({ slug }) => slug === object.type)?.metafields ?? []
        return problemsOf(fields, valuesOf(object), kindProblem).length > 0
      })
      return new Set(broken.map(({ id }) => id))
    }),
}

async function goToNext(
  context: RunContext,
  what: string,
  find: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<Outcome> {
  const queue = context.page(reviewQueue)
  if (!queue) throw new NotNow('The open object was not opened from a list.')
  const objectID = await findAhead(queue, find, context.signal)
  if (objectID === undefined) return { message: noneAhead(queue, what) }
  await context.go(objectRoute, { params: { objectID } })
  return {}
}

async function readRows(query: ListQuery, props: string, context: RunContext) {
  const { bucketSlug: slug } = requireEditor(context)
  const { objects } = await context.services
    .get(Api)
    .call(
      listObjects,
      { query: { slug, query: JSON.stringify(query), props, limit: 1000 } },
      { signal: context.signal },
    )
  return objects.map(({ object }) => object)
}
