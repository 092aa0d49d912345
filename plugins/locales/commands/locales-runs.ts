import { objectRoute, objectsRoute } from '@typecase/content/routes'
import { updateBucket } from '@typecase/contract/buckets'
import {
  addGeneratedLocale,
  addLocale,
  type LocaleVersion,
  missingTranslations,
  objectLocales,
  staleTranslations,
} from '@typecase/contract/locales'
import { readBucket } from '@typecase/content/bucket'
import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { localeRow } from '@typecase/content/locale-names'
import { findAhead, noneAhead, type ReviewQueue, reviewQueue } from '@typecase/content/review-queue'
import { undoOfChanges } from '@typecase/content/words/undo'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import {
  type ArgsOf,
  type CommandModule,
  type Outcome,
  refTo,
  type RunContext,
} from '@typecase/plugin-sdk/command'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'
import { formatCount } from '@typecase/ui/count'

import { localesIn, nameOf, refreshBucket, refreshVersions, describeState } from '../queries.ts'
import { coverageRoute } from '../routes.ts'
import * as commands from './locales.ts'

async function readVersions(
  { services, facts, signal }: Pick<RunContext, 'services' | 'facts' | 'signal'>,
  object_id: string,
): Promise<LocaleVersion[]> {
  const query = { slug: bucketSlugOf(facts), object_id }
  return (await services.get(Api).call(objectLocales, { query }, { signal })).versions
}

/** Opens a version next to its source. */
async function show({ go }: RunContext, objectID: string, sideLocale: string | null | undefined) {
  await go(objectRoute, {
    params: { objectID },
    search: { ...(sideLocale && { beside: sideLocale }) },
  })
}

export const translate: CommandModule<ArgsOf<typeof commands.versionArgs>> = {
  run: (args, context) => openVersion(args, context),
}

/** Opens a version. A missing version is added without texts. */
async function openVersion(
  { object_id, locale }: ArgsOf<typeof commands.versionArgs>,
  context: RunContext,
  onMatch: (id: string) => void = () => {},
): Promise<Outcome> {
  const versions = await readVersions(context, object_id)
  const source = versions.find(({ is_source }) => is_source)
  const version = versions.find((one) => one.locale === locale)
  if (version?.object_id) {
    onMatch(version.object_id)
    await show(context, version.object_id, version.is_source ? undefined : source?.locale)
    return {}
  }
  return add({ object_id: source?.object_id ?? object_id, locale, from: 'empty' }, context, onMatch)
}

export const addVersion: CommandModule<ArgsOf<typeof commands.addArgs>> = {
  run: (args, context) => add(args, context),
}

export const generateVersion: CommandModule<ArgsOf<typeof commands.versionArgs>> = {
  run: (args, context) => add({ ...args, from: 'generate' }, context),
}

async function add(
  { object_id, locale, from }: ArgsOf<typeof commands.addArgs>,
  context: RunContext,
  onMatch: (id: string) => void = () => {},
): Promise<Outcome> {
  const { services, facts, signal } = context
  const slug = bucketSlugOf(facts)
  const body = { slug, object_id, locale }
  const api = services.get(Api)
  const { object, change_set_id } =
    from === 'generate'
      ? await api.call(addGeneratedLocale, { body }, { signal })
      : await api.call(addLocale, { body: { ...body, from } }, { signal })
  onMatch(object.id)
  await refreshVersions(services)
  const source = (await readVersions(context, object.id)).find(({ is_source }) => is_source)
  await show(context, object.id, source?.object_id === object.id ? undefined : source?.locale)
  return {
    message: `“${object.title}” has a draft in ${nameOf(locale)}.`,
    ...(change_set_id !== null && { undo: undoOfChanges(slug, change_set_id) }),
  }
}

export const nextObject: CommandModule<ArgsOf<typeof commands.nextArgs>> = {
  run: (args, context) => openNext(args, context),
}

/** Opens the next object with missing translations in a locale, from the open object's list or else the bucket. */
export async function openNext(
  { locale, type, after }: ArgsOf<typeof commands.nextArgs>,
  context: RunContext,
): Promise<Outcome> {
  const { services, facts, signal } = context
  const queue = context.page(reviewQueue)
  if (queue) return openNextOf(queue, locale, context)
  const query = {
    slug: bucketSlugOf(facts),
    locale,
    limit: 1,
    ...(type !== undefined && { type }),
    ...(after !== undefined && { after }),
  }
  const { objects } = await services.get(Api).call(missingTranslations, { query }, { signal })
  const [next] = objects
  if (!next) return { message: `Nothing else is missing in ${nameOf(locale)}.` }
  return openVersion({ object_id: next.object_id ?? next.source_id, locale }, context)
}

async function openNextOf(
  queue: ReviewQueue,
  locale: string,
  context: RunContext,
): Promise<Outcome> {
  const { services, facts, signal } = context
  const slug = bucketSlugOf(facts)
  const row = await findAhead(
    queue,
    async (ids) => {
      const query = { slug, locale, object_ids: ids.join(','), limit: ids.length }
      const { objects } = await services.get(Api).call(missingTranslations, { query }, { signal })
      return new Set(objects.flatMap((one) => [one.source_id, one.object_id ?? []].flat()))
    },
    signal,
  )
  const what = `has something missing in ${nameOf(locale)}`
  if (row === undefined) return { message: noneAhead(queue, what) }
  return openVersion({ object_id: row, locale }, context, (id) => queue.standFor(row, id))
}

export const nextStale: CommandModule<ArgsOf<typeof commands.nextArgs>> = {
  /** Opens the next object with a stale version: in the list of the open object, or else in the bucket. */
  async run({ locale, type, after }, context) {
    const { services, facts, signal } = context
    const api = services.get(Api)
    const slug = bucketSlugOf(facts)
    const queue = context.page(reviewQueue)
    if (queue) {
      const row = await findAhead(
        queue,
        async (ids) => {
          const query = { slug, locale, object_ids: ids.join(','), limit: ids.length }
          const { objects } = await api.call(staleTranslations, { query }, { signal })
          return new Set(objects.flatMap((one) => [one.source_id, one.object_id]))
        },
        signal,
      )
      const what = `has something stale in ${nameOf(locale)}`
      if (row === undefined) return { message: noneAhead(queue, what) }
      return openVersion({ object_id: row, locale }, context, (id) => queue.standFor(row, id))
    }
    const query = {
      slug,
      locale,
      limit: 1,
      ...(type !== undefined && { type }),
      ...(after !== undefined && { after }),
    }
    const { objects, is_partial } = await api.call(staleTranslations, { query }, { signal })
    const [next] = objects
    if (next) return openVersion({ object_id: next.object_id, locale }, context)
    return {
      message: is_partial
        ? `Nothing stale in ${nameOf(locale)} was found yet. Run this again to look further.`
        : `Nothing else is stale in ${nameOf(locale)}.`,
    }
  },
}

export const closeSource: CommandModule<{ object_id: string }> = {
  run: ({ object_id: objectID }, { go }) => go(objectRoute, { params: { objectID } }),
}

export const showCoverage: CommandModule = { run: (_args, { go }) => go(coverageRoute) }

export const showList: CommandModule<ArgsOf<typeof commands.listArgs>> = {
  run: ({ locale, type }, { go }) =>
    go(objectsRoute, { search: { query: { ...(type !== undefined && { type }), locale } } }),
}

export const groupList: CommandModule = {
  async run(_args, { go, facts }) {
    const { 'view.query': query = {} } = facts
    await go(objectsRoute, { search: { query, group: 'locale' } })
  },
}

export const saveLocales: CommandModule<ArgsOf<typeof commands.saveArgs>> = {
  async run({ bucket, locales }, { services }) {
    const before = (await readBucket(services, bucket)).locales
    const body = { slug: bucket, data: { locales } }
    await services.get(Api).call(updateBucket, { body })
    await refreshBucket(services)
    return {
      message: `This bucket has ${formatCount(locales.length, 'locale')}.`,
      undo: refTo(commands.saveLocales, { bucket, locales: before }),
    }
  },
}

/** Returns the locales of the object with their state. */
export async function versionRows(query: string, context: AskContext): Promise<PickerRow[]> {
  const { object_id: open } = context.args
  const versions = await requestedVersions(context)
  const isOpen = ({ object_id }: LocaleVersion): boolean => object_id !== null && object_id === open
  // The open version comes last, because the user wants to open another one.
  const ordered = [...versions.filter((one) => !isOpen(one)), ...versions.filter(isOpen)]
  return rowsOf(ordered, query)
}

/** Returns the locales in which the object has no version. */
export async function missingVersionRows(query: string, context: AskContext): Promise<PickerRow[]> {
  const versions = await requestedVersions(context)
  const missing = versions.filter(({ object_id }) => object_id === null)
  if (missing.length === 0) {
    throw new Refusal(
      versions.length > 1
        ? 'This object exists in all locales.'
        : 'The type of this object has no other locales. Add them in its settings, or in those of the bucket.',
    )
  }
  return rowsOf(missing, query)
}

function requestedVersions(context: AskContext): Promise<LocaleVersion[]> {
  const { object_id } = context.args
  return readVersions(context, typeof object_id === 'string' ? object_id : '')
}

const rowsOf = (versions: readonly LocaleVersion[], query: string): PickerRow[] =>
  versions.flatMap((version) => {
    const { locale } = version
    if (locale === null) return []
    const row = { ...localeRow(locale), subtitle: `${locale} · ${describeState(version)}` }
    return holdsWords(`${row.label} ${row.subtitle}`, query) ? [row] : []
  })

/** Returns all locales of the bucket. */
export async function localeRows(
  query: string,
  { services, facts }: { services: Services; facts: AskContext['facts'] },
): Promise<PickerRow[]> {
  const bucket = await readBucket(services, bucketSlugOf(facts))
  return localesIn(bucket)
    .map(localeRow)
    .filter(({ label, subtitle }) => holdsWords(`${label} ${subtitle}`, query))
}
