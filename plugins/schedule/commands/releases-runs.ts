import * as calls from '@typecase/contract/releases'
import { targetOf } from '@typecase/content/bulk-target'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { followJob } from '@typecase/content/follow-job'
import { UNDO_TIME, undoOfChanges } from '@typecase/content/words/undo'
import { formatCount } from '@typecase/ui/count'
import { refreshObjects } from '@typecase/content/refresh-objects'
import { type ArgsOf, type CommandModule, type Outcome, refTo } from '@typecase/plugin-sdk/command'
import type { PlanChange } from '@typecase/plugin-sdk/plan'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api, Queries, Selection } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'
import { formatNumber } from '@typecase/ui/format'

import { checkQuery, readRelease, refreshReleases, formatReleaseTime } from '../queries.ts'
import { releaseRoute, releasesRoute } from '../routes.ts'
import * as commands from './releases.ts'

export const openRelease: CommandModule<ArgsOf<typeof commands.releaseArgs>> = {
  run: ({ release_id }, { go }) => go(releaseRoute, { params: { releaseID: release_id } }),
}

const opened = (release_id: string) => refTo(commands.openRelease, { release_id })

export const newRelease: CommandModule<ArgsOf<typeof commands.newArgs>> = {
  run: async ({ title }, { services, facts }) => {
    const slug = bucketSlugOf(facts)
    const body = { slug, data: { title } }
    const { release } = await services.get(Api).call(calls.addRelease, { body })
    await refreshReleases(services)
    return {
      message: `“${release.title}” is ready. Add objects to it in a list or in the editor.`,
      open: opened(release.id),
      undo: refTo(commands.discardRelease, { bucket: slug, release_id: release.id }),
    }
  },
}

export const addToRelease: CommandModule<ArgsOf<typeof commands.addArgs>> = {
  /** Into one that is there, or together with a new one. */
  run: async ({ scope, release: { id, title = '' } }, { services, facts }) => {
    const slug = bucketSlugOf(facts)
    const api = services.get(Api)
    const target = targetOf(scope)
    const { release, object_ids } =
      id === undefined
        ? await api.call(calls.addRelease, { body: { slug, ...target, data: { title } } })
        : await api.call(calls.addToRelease, { body: { slug, ...target, release_id: id } })
    await refreshReleases(services)
    const placed = { bucket: slug, release_id: release.id }
    const isNew = id === undefined
    if (object_ids.length === 0 && !isNew) {
      return { message: `“${release.title}” holds them already.`, view: opened(release.id) }
    }
    return {
      message: `Added ${formatCount(object_ids.length, 'object')} to ${isNew ? 'the new release ' : ''}“${release.title}”.`,
      view: opened(release.id),
      undo: isNew
        ? refTo(commands.discardRelease, placed)
        : refTo(commands.takeOut, { ...placed, object_ids }),
    }
  },
}

export const removeFromRelease: CommandModule<ArgsOf<typeof commands.removeArgs>> = {
  run: async ({ scope, release_id }, { services, facts }) => {
    const slug = bucketSlugOf(facts)
    const body = { slug, ...targetOf(scope), release_id }
    const { release, object_ids } = await services.get(Api).call(calls.removeFromRelease, { body })
    // Nobody sees any more what is selected there.
    if (facts['route.id'] === releaseRoute.id) services.get(Selection).clear('object')
    return removed(services, slug, release, object_ids)
  },
}

async function removed(
  services: Services,
  bucket: string,
  { id: release_id, title }: calls.Release,
  object_ids: string[],
): Promise<Outcome> {
  await refreshReleases(services)
  if (object_ids.length === 0) return { message: `“${title}” does not hold them.` }
  return {
    message: `Removed ${formatCount(object_ids.length, 'object')} from “${title}”.`,
    undo: refTo(commands.putBack, { bucket, release_id, object_ids }),
  }
}

export const takeOut: CommandModule<ArgsOf<typeof commands.objectsArgs>> = {
  run: async ({ bucket, release_id, object_ids }, { services }) => {
    const body = { slug: bucket, release_id, object_ids: [...object_ids] }
    const answer = await services.get(Api).call(calls.removeFromRelease, { body })
    return removed(services, bucket, answer.release, answer.object_ids)
  },
}

export const putBack: CommandModule<ArgsOf<typeof commands.objectsArgs>> = {
  run: async ({ bucket, release_id, object_ids }, { services }) => {
    const body = { slug: bucket, release_id, object_ids: [...object_ids] }
    const { release, object_ids: added } = await services
      .get(Api)
      .call(calls.addToRelease, { body })
    await refreshReleases(services)
    return {
      message: `${formatCount(added.length, 'object')} back in “${release.title}”.`,
      undo: refTo(commands.takeOut, { bucket, release_id, object_ids: added }),
    }
  },
}

type Data = Omit<ArgsOf<typeof commands.setArgs>, 'bucket' | 'release_id'>

/** Changes some of a release. @returns it, and what takes that back */
async function changed(services: Services, slug: string, release_id: string, data: Data) {
  const { release: before } = await readRelease(services, slug, release_id)
  const body = { slug, release_id, data }
  const { release } = await services.get(Api).call(calls.updateRelease, { body })
  await refreshReleases(services)
  const undo = refTo(commands.setRelease, {
    bucket: slug,
    release_id,
    ...(data.title !== undefined && { title: before.title }),
    ...(data.publish_at !== undefined && { publish_at: before.publish_at }),
  })
  return { release, undo }
}

export const setRelease: CommandModule<ArgsOf<typeof commands.setArgs>> = {
  run: async ({ bucket, release_id, ...data }, { services }) => {
    const { release, undo } = await changed(services, bucket, release_id, data)
    return { message: `“${release.title}” is as it was before.`, undo }
  },
}

export const renameRelease: CommandModule<ArgsOf<typeof commands.renameArgs>> = {
  run: async ({ release_id, title }, { services, facts }) => {
    const { release, undo } = await changed(services, bucketSlugOf(facts), release_id, { title })
    return { message: `It is called “${release.title}” now.`, undo }
  },
}

export const scheduleRelease: CommandModule<ArgsOf<typeof commands.timeArgs>> = {
  run: ({ release_id, at }, { services, facts }) =>
    planned(services, bucketSlugOf(facts), release_id, at),
}

export const unscheduleRelease: CommandModule<ArgsOf<typeof commands.releaseArgs>> = {
  run: ({ release_id }, { services, facts }) =>
    planned(services, bucketSlugOf(facts), release_id, null),
}

/** Gives a release another time, or none. */
export async function planned(
  services: Services,
  slug: string,
  release_id: string,
  at: number | null,
): Promise<Outcome> {
  if (at !== null && at <= Date.now())
    throw new Refusal(`${formatReleaseTime(at)} is over. Choose a later time.`)
  const { release, undo } = await changed(services, slug, release_id, { publish_at: at })
  const message =
    at === null
      ? `“${release.title}” is off the schedule.`
      : `“${release.title}” goes live ${formatReleaseTime(at)}.`
  return { message, undo }
}

export const publishRelease: CommandModule<ArgsOf<typeof commands.releaseArgs>> = {
  /** @throws Refusal naming the first object that keeps it back */
  async plan({ release_id }, { services, facts }) {
    const slug = bucketSlugOf(facts)
    const { release, objects } = await readRelease(services, slug, release_id)
    const check = await services
      .get(Queries)
      .fetchQuery({ ...checkQuery(services, slug, release_id), staleTime: 0 })
    const [first] = check.problems
    if (first) {
      const some = `${formatNumber(check.problem_count)} of ${formatCount(release.count, 'object')}`
      throw new Refusal(
        `“${release.title}” cannot be published: ${some} cannot be. “${first.title}”: ${first.reason}`,
      )
    }
    return {
      title: `Publish “${release.title}”: ${formatCount(check.changes, 'object')}`,
      counts: [{ label: 'Objects', value: check.changes }],
      skipped: check.unchanged > 0 ? [{ reason: 'published already', count: check.unchanged }] : [],
      changes: objects.filter(({ state }) => state !== 'published').map(changeOf),
      changeCount: check.changes,
      more: async (skip) => (await more(services, slug, release_id, skip)).map(changeOf),
      total: check.changes,
      isReversible: true,
      undoTime: UNDO_TIME,
    }
  },

  async *run({ release_id }, context) {
    const { services, facts } = context
    const slug = bucketSlugOf(facts)
    const body = { slug, release_id }
    const { job: first } = await services.get(Api).call(calls.publishRelease, { body })
    const job = yield* followJob(first, slug, context)
    await Promise.all([refreshReleases(services), refreshObjects(services)])
    // The reason of the whole comes after those of objects.
    if (job.status === 'failed') throw new Refusal(job.errors.at(-1)?.reason ?? 'It failed.')
    if (job.status === 'cancelled') return { message: 'Nothing was published.' }
    const { release } = await readRelease(services, slug, release_id)
    return {
      message: `“${release.title}” is live: ${formatCount(job.done, 'object')}.`,
      view: opened(release_id),
      ...(job.change_set_id && { undo: undoOfChanges(slug, job.change_set_id) }),
    }
  },
}

const changeOf = ({ object_id: id, title, state }: calls.ReleasedObject): PlanChange => ({
  id,
  label: title || 'Untitled',
  field: 'Status',
  before: state === 'changed' ? 'Draft over published' : 'Draft',
  after: 'Published',
})

async function more(services: Services, slug: string, release_id: string, skip: number) {
  const query = { slug, release_id, skip, limit: 200 }
  return (await services.get(Api).call(calls.getRelease, { query })).objects
}

export const deleteRelease: CommandModule<ArgsOf<typeof commands.releaseArgs>> = {
  run: async ({ release_id }, { services, facts, go }) => {
    const slug = bucketSlugOf(facts)
    const outcome = await discarded(services, slug, release_id)
    // Its own page would have nothing to show.
    if (facts['route.id'] === releaseRoute.id) await go(releasesRoute)
    return outcome
  },
}

export const discardRelease: CommandModule<ArgsOf<typeof commands.placedArgs>> = {
  run: async ({ bucket, release_id }, { services, facts, go }) => {
    const isShown =
      facts['route.id'] === releaseRoute.id && facts['schedule.release'] === release_id
    const outcome = await discarded(services, bucket, release_id)
    if (isShown) await go(releasesRoute)
    return outcome
  },
}

async function discarded(services: Services, slug: string, release_id: string): Promise<Outcome> {
  const query = { slug, release_id }
  const { release, object_ids } = await services.get(Api).call(calls.deleteRelease, { query })
  await refreshReleases(services)
  const message = `Deleted “${release.title}”. Its objects stay as they are.`
  // What went live stays so: there is nothing in it to publish again.
  if (release.state === 'published') return { message }
  const { title, publish_at } = release
  const isToCome = publish_at !== null && publish_at > Date.now()
  const data = { bucket: slug, title, publish_at: isToCome ? publish_at : null, object_ids }
  return { message, undo: refTo(commands.restoreRelease, data) }
}

export const restoreRelease: CommandModule<ArgsOf<typeof commands.restoreArgs>> = {
  /** One that was deleted, anew. */
  run: async ({ bucket, title, publish_at, object_ids }, { services }) => {
    const objects = object_ids.length > 0 ? { object_ids: [...object_ids] } : {}
    const body = { slug: bucket, data: { title, publish_at }, ...objects }
    const { release } = await services.get(Api).call(calls.addRelease, { body })
    await refreshReleases(services)
    return {
      message: `“${release.title}” is back.`,
      undo: refTo(commands.discardRelease, { bucket, release_id: release.id }),
    }
  },
}
