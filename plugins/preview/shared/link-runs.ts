import { targetOf } from '@typecase/content/bulk-target'
import { readBucket } from '@typecase/content/bucket'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import type { RecordArgs } from '@typecase/content/record/define-record'
import { recordChanges } from '@typecase/content/record/record-undo'
import type { BodyOf } from '@typecase/contract/endpoint'
import { getObject } from '@typecase/contract/objects'
import { getRelease } from '@typecase/contract/releases'
import {
  addSharedLink,
  MAX_LINK_TITLE,
  type SharedLink,
  updateSharedLink,
} from '@typecase/contract/shared-links'
import type { ArgsOf, CommandModule, Outcome, RunContext } from '@typecase/plugin-sdk/command'
import { copyText } from '@typecase/plugin-sdk/copy-text'
import { Here } from '@typecase/plugin-sdk/here'
import type { Scope } from '@typecase/plugin-sdk/scope'
import { Api } from '@typecase/plugin-sdk/services'
import { formatDay } from '@typecase/ui/format'

import { settingsRoute, sharedLinksPage } from '../sections.ts'
import * as commands from './link-commands.ts'
import { sharedLink } from './link-record.ts'

const DAY = 86_400_000
/** How long the settings may take to load, in ms. */
const PAGE_TIMEOUT_MS = 5000

type LinkData = Pick<SharedLink, 'title' | 'takes_comments' | 'expires_at' | 'is_revoked'>

export const changes = recordChanges<SharedLink, LinkData>(sharedLink, commands.undoLink, {
  titleOf: ({ title }) => title,
  dataOf: ({ title, takes_comments, expires_at, is_revoked }) => ({
    title,
    takes_comments,
    expires_at,
    is_revoked,
  }),
  async update(services, slug, link_id, { expires_at, ...data }) {
    // An end in the past cannot be set again, so the link is revoked instead.
    const isPast = expires_at !== undefined && expires_at <= Date.now()
    const end = expires_at === undefined ? {} : isPast ? { is_revoked: true } : { expires_at }
    const body = { slug, link_id, data: { ...data, ...end } }
    return (await services.get(Api).call(updateSharedLink, { body })).link
  },
  async remove(services, slug, { id: link_id }) {
    const body = { slug, link_id, data: { is_revoked: true } }
    await services.get(Api).call(updateSharedLink, { body })
    return {}
  },
  async restore(services, slug, link_id) {
    const body = { slug, link_id, data: { is_revoked: false } }
    return (await services.get(Api).call(updateSharedLink, { body })).link
  },
})

const addressOf = ({ path }: SharedLink): string => new URL(path, location.href).href

type SharedLinkOptions = Omit<BodyOf<typeof addSharedLink>, 'slug' | 'data'>

async function share(
  shared: SharedLinkOptions,
  title: string,
  { days, takes_comments = false }: { days: number; takes_comments?: boolean },
  { services, facts }: RunContext,
): Promise<Outcome> {
  const slug = bucketSlugOf(facts)
  const data = {
    title: title.slice(0, MAX_LINK_TITLE) || 'Untitled',
    expires_at: Date.now() + days * DAY,
    takes_comments,
  }
  const { link } = await services.get(Api).call(addSharedLink, { body: { slug, ...shared, data } })
  await sharedLink.refresh(services)
  const isCopied = await copyText(addressOf(link)).then(
    () => true,
    () => false,
  )
  const address = isCopied ? 'The link is on the clipboard.' : addressOf(link)
  return {
    message: `Shared “${link.title}” until ${formatDay(link.expires_at)}. ${address}`,
    undo: changes.undoOfAdd(slug, link.id),
  }
}

/** Returns the title of the first object, or the type that a list is restricted to. */
async function titleOf(scope: Scope, { services, facts }: RunContext): Promise<string> {
  const slug = bucketSlugOf(facts)
  if (!('ids' in scope)) {
    const { object_types: types } = await readBucket(services, slug)
    return types.find((type) => type.slug === scope.query['type'])?.title ?? 'Objects'
  }
  const [object_id = '', ...others] = scope.ids
  const { object } = await services.get(Api).call(getObject, { query: { slug, object_id } })
  return others.length === 0 ? object.title : `${object.title} and ${others.length} more`
}

export const shareObjects: CommandModule<ArgsOf<typeof commands.shareArgs>> = {
  async run({ scope, ...terms }, context) {
    return share(targetOf(scope), await titleOf(scope, context), terms, context)
  },
}

export const shareRelease: CommandModule<ArgsOf<typeof commands.shareReleaseArgs>> = {
  async run({ release_id, ...terms }, context) {
    const query = { slug: bucketSlugOf(context.facts), release_id }
    const { release } = await context.services.get(Api).call(getRelease, { query })
    return share({ release_id }, release.title, terms, context)
  },
}

export const copyLink = sharedLink.module(async (link) => {
  await copyText(addressOf(link))
  return { message: `Copied the link to “${link.title}”.` }
})

export const renewLink = sharedLink.module<ArgsOf<typeof commands.renewArgs>>(
  async ({ id }, { services, slug }, { days }) => {
    const data = { expires_at: Date.now() + days * DAY, is_revoked: false }
    const { item, ...undo } = await changes.update(services, slug, id, data)
    return { message: `“${item.title}” works until ${formatDay(item.expires_at)}.`, ...undo }
  },
)

export const revokeLink = sharedLink.module(async ({ id }, { services, slug }) => {
  const { item, ...undo } = await changes.update(services, slug, id, { is_revoked: true })
  return { message: `Revoked the link to “${item.title}”.`, ...undo }
})

export const allowComments = sharedLink.module<ArgsOf<typeof commands.allowCommentsArgs>>(
  async ({ id }, { services, slug }, { takes_comments }) => {
    const { item, ...undo } = await changes.update(services, slug, id, { takes_comments })
    const message = takes_comments
      ? `Guests can comment on “${item.title}”.`
      : `Guests can no longer comment on “${item.title}”.`
    return { message, ...undo }
  },
)

/** Asks for the password in a dialog, because the arguments of commands are stored. */
export const setLinkPassword: CommandModule<RecordArgs<'link_id'>> = {
  async run({ link_id }, { go, services, signal }) {
    await go(settingsRoute, { params: { section: 'shared-links' } })
    const page = await services
      .get(Here)
      .waitFor(
        sharedLinksPage,
        () => true,
        AbortSignal.any([signal, AbortSignal.timeout(PAGE_TIMEOUT_MS)]),
      )
    page?.askPassword(link_id)
  },
}
