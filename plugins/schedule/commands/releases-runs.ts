import * as calls from '@typecase/contract/releases'
import { targetOf } from '@typecase/content/bulk-target'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { followJob } from '@typecase/content/follow-job'
import type { RecordArgs } from '@typecase/content/record/define-record'
import { recordChanges } from '@typecase/content/record/record-undo'
import { UNDO_TIME, undoOfChanges } from '@typecase/content/words/undo'
import { formatCount } from '@typecase/ui/count'
import { refreshObjects } from '@typecase/content/refresh-objects'
import { type ArgsOf, type CommandModule, type Outcome, refTo } from '@typecase/plugin-sdk/command'
import type { PlanChange } from '@typecase/plugin-sdk/plan'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api, Queries, Selection } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'
import { formatNumber } from '@typecase/ui/format'

import { checkQuery, formatReleaseTime, release, releaseQuery } from '../record.ts'
import { releaseRoute, releasesRoute } from '../routes.ts'
import * as commands from './releases.ts'

/** The data that restores a deleted release. */
interface DeletedRelease {
  readonly title: string
  readonly publish_at: number | null
  readonly object_ids: readonly string[]
}

export const changes = recordChanges(release, commands.undoRelease, {
  titleOf: ({ title }) => title,
  dataOf: ({ title, publish_at }) => ({ title, publish_at }),
  async update(services, slug, release_id, data) {
    const body = { slug, release_id, data }
    return (await services.get(Api).call(calls.updateRelease, { body })).release
  },
  async remove(services, slug, { id: release_id }): Promise<DeletedRelease | undefined> {
    const query = { slug, release_id }
    const { release: removed, object_ids } = await services
      .get(Api)
      .call(calls.deleteRelease, { query })
    const { state, title, publish_at: at } = removed
    // Published objects stay published: an empty release is not restored.
    if (state === 'published') return undefined
    return { title, publish_at: at !== null && at > Date.now() ? at : null, object_ids }
  },
  async restore(services, slug, _id, removed) {
    const { object_ids, ...data } = removed as DeletedRelease
    const body = { slug, data, ...(object_ids.length > 0 && { object_ids: [...object_ids] }) }
    return (await services.get(Api).call(calls.addRelease, { body })).release
  },
  async leave({ id }, { facts, go }) {
    if (facts['route.id'] === releaseRoute.id && facts[release.fact] === id) await go(releasesRoute)
  },
})

export const openRelease: CommandModule<RecordArgs<'release_id'>> = {
  run: ({ release_id }, { go }) => go(releaseRoute, { params: { releaseID: release_id } }),
}

const refToPage = (id: string) => refTo(commands.openRelease, release.argsOf(id))

export const newRelease: CommandModule<ArgsOf<typeof commands.newArgs>> = {
  async run({ title }, { services, facts }) {
    const slug = bucketSlugOf(facts)
    const body = { slug, data: { title } }
    const { release: added } = await services.get(Api).call(calls.addRelease, { body })
    await release.refresh(services)
    return {
      message: `Created “${added.title}”. Add objects to it in a list or in the editor.`,
      open: refToPage(added.id),
      undo: changes.undoOfAdd(slug, added.id),
    }
  },
}

export const addToRelease: CommandModule<ArgsOf<typeof commands.addArgs>> = {
  async run({ scope, release: { id, title = '' } }, { services, facts }) {
    const slug = bucketSlugOf(facts)
    const api = services.get(Api)
    const target = targetOf(scope)
    const isNew = id === undefined
    const { release: changed, object_ids: ids } = isNew
      ? await api.call(calls.addRelease, { body: { slug, ...target, data: { title } } })
      : await api.call(calls.addToRelease, { body: { slug, ...target, release_id: id } })
    await release.refresh(services)
    const view = refToPage(changed.id)
    if (ids.length === 0 && !isNew) {
      return { message: `“${changed.title}” already contains them.`, view }
    }
    return {
      message: `Added ${formatCount(ids.length, 'object')} to ${isNew ? 'the new release ' : ''}“${changed.title}”.`,
      view,
      undo: isNew
        ? changes.undoOfAdd(slug, changed.id)
        : refTo(commands.removeFromRelease, { scope: { kind: 'ids', ids }, release_id: id }),
    }
  },
}

export const removeFromRelease: CommandModule<ArgsOf<typeof commands.removeArgs>> = {
  async run({ scope, release_id }, { services, facts }) {
    const body = { slug: bucketSlugOf(facts), ...targetOf(scope), release_id }
    const { release: changed, object_ids: ids } = await services
      .get(Api)
      .call(calls.removeFromRelease, { body })
    // The selected rows are no longer on the page.
    if (facts['route.id'] === releaseRoute.id) services.get(Selection).clear('object')
    await release.refresh(services)
    if (ids.length === 0) return { message: `“${changed.title}” does not contain them.` }
    return {
      message: `Removed ${formatCount(ids.length, 'object')} from “${changed.title}”.`,
      undo: refTo(commands.addToRelease, {
        scope: { kind: 'ids', ids },
        release: { id: release_id },
      }),
    }
  },
}

export const renameRelease = release.module<ArgsOf<typeof commands.renameArgs>>(
  async ({ id }, { services, slug }, { title }) => {
    const { item, ...undo } = await changes.update(services, slug, id, { title })
    return { message: `Renamed to “${item.title}”.`, ...undo }
  },
)

/** Sets or clears the time of a release. @throws Refusal when the time is in the past */
export async function setReleaseTime(
  services: Services,
  slug: string,
  id: string,
  at: number | null,
): Promise<Outcome> {
  if (at !== null && at <= Date.now())
    throw new Refusal(`${formatReleaseTime(at)} is in the past. Choose a later time.`)
  const { item, ...undo } = await changes.update(services, slug, id, { publish_at: at })
  const message =
    at === null
      ? `“${item.title}” is off the schedule.`
      : `“${item.title}” goes live ${formatReleaseTime(at)}.`
  return { message, ...undo }
}

export const scheduleRelease = release.module<ArgsOf<typeof commands.timeArgs>>(
  ({ id }, { services, slug }, { at }) => setReleaseTime(services, slug, id, at),
)

export const unscheduleRelease = release.module(({ id }, { services, slug }) =>
  setReleaseTime(services, slug, id, null),
)

export const publishRelease = release.module({
  /** Plans the publication. @throws Refusal that names the first object that prevents it */
  async plan({ id, title, count }, { services, slug }) {
    const queries = services.get(Queries)
    const [{ objects }, check] = await Promise.all([
      queries.fetchQuery(releaseQuery(services, slug, id)),
      queries.fetchQuery({ ...checkQuery(services, slug, id), staleTime: 0 }),
    ])
    const [first] = check.problems
    if (first) {
      const some = `${formatNumber(check.problem_count)} of ${formatCount(count, 'object')}`
      throw new Refusal(
        `“${title}” cannot be published: ${some} cannot be. “${first.title}”: ${first.reason}`,
      )
    }
    return {
      title: `Publish “${title}”: ${formatCount(check.changes, 'object')}`,
      counts: [{ label: 'Objects', value: check.changes }],
      skipped: check.unchanged > 0 ? [{ reason: 'already published', count: check.unchanged }] : [],
      changes: objects.filter(({ state }) => state !== 'published').map(changeOf),
      changeCount: check.changes,
      async more(skip) {
        const query = { slug, release_id: id, skip, limit: 200 }
        const page = await services.get(Api).call(calls.getRelease, { query })
        return page.objects.map(changeOf)
      },
      total: check.changes,
      isReversible: true,
      undoTime: UNDO_TIME,
    }
  },

  async *run({ id, title }, context) {
    const { services, slug } = context
    const body = { slug, release_id: id }
    const { job: first } = await services.get(Api).call(calls.publishRelease, { body })
    const job = yield* followJob(first, slug, context)
    await Promise.all([release.refresh(services), refreshObjects(services)])
    // The reason for the failure of the whole job follows those of single objects.
    if (job.status === 'failed') throw new Refusal(job.errors.at(-1)?.reason ?? 'It failed.')
    if (job.status === 'cancelled') return { message: 'Nothing was published.' }
    return {
      message: `“${title}” is live: ${formatCount(job.done, 'object')}.`,
      view: refToPage(id),
      ...(job.change_set_id && { undo: undoOfChanges(slug, job.change_set_id) }),
    }
  },
})

const changeOf = ({ object_id: id, title, state }: calls.ReleasedObject): PlanChange => ({
  id,
  label: title || 'Untitled',
  field: 'Status',
  before: state === 'changed' ? 'Unpublished changes' : 'Draft',
  after: 'Published',
})

export const deleteRelease = release.module(async (item, context) => ({
  message: `Deleted “${item.title}”. Its objects do not change.`,
  ...(await changes.remove(item, context.slug, context)),
}))
