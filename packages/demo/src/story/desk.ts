import { addBackup } from '@typecase/contract/backups'
import { getBucket } from '@typecase/contract/buckets'
import { bulkEditObjects } from '@typecase/contract/bulk-edit'
import { undoChangeSet } from '@typecase/contract/change-sets'
import { addComment, addReaction, resolveComment } from '@typecase/contract/comments'
import { getJob } from '@typecase/contract/jobs'
import { addMacro } from '@typecase/contract/macros'
import { deleteMedia } from '@typecase/contract/media'
import { uploadMedia } from '@typecase/contract/media-upload'
import { addObject, deleteObjects, updateObject } from '@typecase/contract/objects'
import { addRelease } from '@typecase/contract/releases'
import { addRepository } from '@typecase/contract/repositories'
import { searchAndReplace } from '@typecase/contract/search-and-replace'
import { addSmartView } from '@typecase/contract/smart-views'
import { addWebhook, listDeliveries, updateWebhook } from '@typecase/contract/webhooks'

import { type Remark, threads } from '../content/comments.ts'
import { discarded, macros, nextIssue, rebuild, schedules, views } from '../content/desk.ts'
import { drawPicture } from '../pictures/draw.ts'
import { lensPlate } from '../pictures/lens-plate.ts'
import { daysAgo, type Magazine } from './magazine.ts'

const DAY = 86_400_000
const pause = () => new Promise((resolve) => setTimeout(resolve, 20))
const ARTICLES = { type: 'articles', locale: 'en' }

const idOf = ({ ids }: Magazine, name: string): string => {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`The demo has no ${name}.`)
  return id
}

/** Makes changes to many objects; one is undone, the others can be. */
export async function changeMany({ room, slug }: Magazine): Promise<void> {
  room.goTo(daysAgo({ room }, 38, 'spelling'))
  const british = { slug, query: ARTICLES, find: 'two tons', replace: 'two tonnes', publish: true }
  await room.call('callum', searchAndReplace, { body: british })
  room.goTo(daysAgo({ room }, 27, 'colours'))
  const accent = { accent: { op: 'set' as const, value: '#8f2f27' } }
  const wrong = { slug, query: ARTICLES, publish: true, data: { metadata: accent } }
  const { change_set_id } = await room.call('maelle', bulkEditObjects, { body: wrong })
  room.goTo(daysAgo({ room }, 26, 'colours'))
  if (!change_set_id) throw new Error('The demo changed no colours.')
  await room.call('ines', undoChangeSet, { body: { slug, change_set_id } })
  room.goTo(daysAgo({ room }, 9, 'minutes'))
  const longer = { minutes: { op: 'increment' as const, value: 1 } }
  const features = { ...ARTICLES, 'metadata.section': 'Feature' }
  const body = { slug, query: features, publish: true, data: { metadata: longer } }
  await room.call('tomas', bulkEditObjects, { body })
}

/** Adds smart views, macros, the next release and schedules. */
export async function planAhead(magazine: Magazine): Promise<void> {
  const { room, slug } = magazine
  room.goTo(daysAgo(magazine, 60, 'views'))
  for (const { query, ...view } of views) {
    const query_string = new URLSearchParams({ query: JSON.stringify(query) }).toString()
    const data = { ...view, query_string, is_shared: true }
    await room.call('ines', addSmartView, { body: { slug, data } })
  }
  for (const macro of macros)
    await room.call('tomas', addMacro, { body: { slug, data: { ...macro, is_shared: true } } })
  room.goTo(daysAgo(magazine, 3, 'plans'))
  const morning = (days: number) =>
    new Date(Math.floor(room.today / DAY + days) * DAY + 6 * 3_600_000).toISOString()
  for (const { about, publishIn, unpublishIn } of schedules) {
    const data = {
      ...(publishIn !== undefined && { publish_at: morning(publishIn) }),
      ...(unpublishIn !== undefined && {
        status: 'published' as const,
        unpublish_at: morning(unpublishIn),
      }),
    }
    await room.call('ines', updateObject, {
      body: { slug, object_id: idOf(magazine, about), data },
    })
  }
  const { title, daysFromNow, objects } = nextIssue
  const object_ids = objects.map((name) => idOf(magazine, name))
  const data = { title, publish_at: morning(daysFromNow) }
  await room.call('ines', addRelease, { body: { slug, object_ids, data } })
}

export async function talk(magazine: Magazine): Promise<void> {
  const { room, slug } = magazine
  const { bucket } = await room.call('ines', getBucket, { query: { slug } })
  const firstFieldOf = (type = '') =>
    bucket.object_types.find((each) => each.slug === type)?.metafields[0]?.id ?? null
  for (const { about, replies = [], isOnField, isResolved, reaction, ...first } of threads) {
    const object_id = idOf(magazine, about)
    const metafield_id = isOnField ? firstFieldOf(about.split('/')[0]) : null
    const say = async (remark: Remark, parent_id: string | null): Promise<string> => {
      const { by, text, daysAgo: days, mentions = [] } = remark
      room.goTo(daysAgo(magazine, days, text))
      const ids = mentions.map((name) => room.idOf(name))
      const body = { slug, object_id, metafield_id, parent_id, text, mentions: ids }
      const { comment } = await room.call(by, addComment, { body })
      return comment.id
    }
    const comment_id = await say(first, null)
    for (const reply of replies) await say(reply, comment_id)
    const thread = { slug, object_id, comment_id }
    if (isResolved) await room.call('ines', resolveComment, { body: { ...thread, resolved: true } })
    if (reaction)
      await room.call(reaction.by, addReaction, { body: { ...thread, emoji: reaction.emoji } })
  }
}

export async function discard(magazine: Magazine): Promise<void> {
  const { room, slug } = magazine
  for (const { type, title, daysAgo: days } of discarded) {
    room.goTo(daysAgo(magazine, days + 2, title))
    const metadata = { authors: { bio: 'To come.' }, pages: { body: '<p>Hello?</p>' } }[type] ?? {}
    const locale = type === 'authors' ? {} : { locale: 'en' }
    const data = { type, title, ...locale, metadata }
    const { object } = await room.call('ines', addObject, { body: { slug, data } })
    room.goTo(daysAgo(magazine, days, title))
    await room.call('ines', deleteObjects, { body: { slug, object_ids: [object.id] } })
  }
  room.goTo(daysAgo(magazine, 8, 'cover'))
  const form = new FormData()
  form.append('title', 'Cover of No. 44, first try')
  form.append(
    'files',
    await drawPicture(lensPlate('first try', '#5a6b4a'), 'jpeg'),
    'issue-44-first-try.jpg',
  )
  const { media } = await room.upload('maelle', uploadMedia, { slug }, form)
  await room.call('maelle', deleteMedia, { body: { slug, media_ids: [media[0]?.id ?? ''] } })
}

/** Adds the repository of the magazine's site with its branches, and makes a backup. */
export async function runSite(magazine: Magazine): Promise<void> {
  const { room, slug } = magazine
  room.goTo(daysAgo(magazine, 280, 'site'))
  const data = {
    url: 'https://github.com/lighthouse-magazine/website',
    title: 'Website',
    branches: [
      { name: 'main', site_url: 'https://magazine.example' },
      { name: 'winter-issue', site_url: 'https://winter-issue.magazine.example' },
    ],
  }
  await room.call('ines', addRepository, { query: { slug }, body: { data } })
  room.goTo(daysAgo(magazine, 30, 'backup'))
  const { job } = await room.call('ines', addBackup, { body: { slug } })
  for (;;) {
    const { job: now } = await room.call('ines', getJob, { query: { job_id: job.id } })
    if (now.status === 'done') break
    if (now.status === 'failed') throw new Error('The demo could not be backed up.')
    await pause()
  }
}

/** Sends each publication to the site. @returns a function that waits for all deliveries and then stops this */
export async function callSite({ room, slug }: Magazine): Promise<() => Promise<void>> {
  room.goTo(daysAgo({ room }, 100, 'webhook'))
  const { webhook } = await room.call('ines', addWebhook, { body: { slug, data: rebuild } })
  return async () => {
    const query = { slug, webhook_id: webhook.id, state: 'waiting' as const }
    while ((await room.call('ines', listDeliveries, { query })).total > 0) await pause()
    const body = { slug, webhook_id: webhook.id, data: { is_enabled: false } }
    await room.call('ines', updateWebhook, { body })
  }
}
