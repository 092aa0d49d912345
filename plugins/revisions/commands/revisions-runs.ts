import {
  getLatestRevision,
  listRevisions,
  restoreRevision,
  updateRevision,
} from '@typecase/contract/object-revisions'
import { type CmsObject, getObject } from '@typecase/contract/objects'
import { apiQueryKey, apiQueryOptions } from '@typecase/plugin-sdk/api-query'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import { readBucket } from '@typecase/content/bucket'
import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { readPeople } from '@typecase/content/people'
import { undoOfChanges } from '@typecase/content/words/undo'
import type { ArgsOf, CommandModule, Outcome, RunContext } from '@typecase/plugin-sdk/command'
import type { CommandQuestion } from '@typecase/plugin-sdk/confirmation'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api, Queries } from '@typecase/plugin-sdk/services'

import { textFields } from '../compare/fields.ts'
import { describeChanges, fieldTitle, refreshRevisions, showChanged } from '../queries.ts'
import { authorsRoute, compareRoute } from '../routes.ts'
import { describeMoment } from '../moments.ts'
import type {
  authorsArgs,
  nameArgs,
  objectArgs,
  overArgs,
  restoreArgs,
  revisionArgs,
} from './revisions.ts'

/** Limit of revisions in the palette. */
const ROWS = 100

export const showRevisions: CommandModule<ArgsOf<typeof objectArgs>> = {
  async run({ object_id: objectID }, { go }) {
    await go(compareRoute, { params: { objectID } })
  },
}

export const compareWith: CommandModule<ArgsOf<typeof revisionArgs>> = {
  async run({ object_id: objectID, revision_id: left }, { go }) {
    await go(compareRoute, { params: { objectID }, search: { left } })
  },
}

export const showAuthors: CommandModule<ArgsOf<typeof authorsArgs>> = {
  async run({ object_id: objectID, field }, { go }) {
    await go(authorsRoute, { params: { objectID }, search: { field } })
  },
}

export const restore: CommandModule<ArgsOf<typeof restoreArgs>> = {
  confirmation: overwriteQuestion,
  run: restoreOver,
}

export const restorePrevious: CommandModule<ArgsOf<typeof overArgs>> = {
  confirmation: overwriteQuestion,
  async run({ object_id, rev }, context) {
    const slug = bucketSlugOf(context.facts)
    const { revision } = await context.services
      .get(Api)
      .call(getLatestRevision, { query: { slug, object_id } }, { signal: context.signal })
    if (!revision) throw new Refusal('This object has no earlier revision.')
    const args = { object_id, revision_id: revision.id, ...(rev !== undefined && { rev }) }
    return restoreOver(args, context)
  },
}

/** Returns the question before overwriting changes saved since the state on screen; undefined if there are none. */
async function overwriteQuestion(
  { object_id }: ArgsOf<typeof overArgs>,
  context: RunContext,
): Promise<CommandQuestion | undefined> {
  const loadedRev = currentRev(object_id, context)
  if (loadedRev === undefined) return undefined
  const { services, facts, signal } = context
  const query = { slug: bucketSlugOf(facts), object_id }
  const { rev } = (await services.get(Api).call(getObject, { query }, { signal })).object
  if (rev === loadedRev) return undefined
  await services.get(Queries).invalidateQueries({ queryKey: [getObject.id] })
  return {
    title: 'Someone else saved this object',
    text: 'Their version is kept as a revision, which you can restore.',
    action: 'Restore anyway',
    args: { rev },
  }
}

/** Returns the revision number on screen, so that changes saved since then are asked about. */
function currentRev(object_id: string, { services, facts }: RunContext): number | undefined {
  const slug = bucketSlugOf(facts)
  const key = apiQueryKey(getObject, { query: { slug, object_id } })
  return services.get(Queries).getQueryData<{ object: { rev: number } }>(key)?.object.rev
}

async function restoreOver(
  args: ArgsOf<typeof restoreArgs>,
  context: RunContext,
): Promise<Outcome> {
  const { services, facts, signal } = context
  const slug = bucketSlugOf(facts)
  const { rev = currentRev(args.object_id, context), ...request } = args
  const body = { slug, ...request, ...(rev !== undefined && { rev }) }
  const { object, change_set_id, left_out } = await services
    .get(Api)
    .call(restoreRevision, { body }, { signal })
  await showChanged(services, slug, object)
  const skippedText = await describeSkipped(left_out, object, context)
  if (change_set_id === null)
    return {
      message: skippedText ? skippedText.trimStart() : 'Nothing was different, so nothing changed.',
    }
  const what = args.fields ? 'The field' : 'The revision'
  return {
    message: `${what} is restored in the draft of “${object.title}”.${skippedText}`,
    undo: undoOfChanges(slug, change_set_id),
  }
}

/** Describes skipped fields: ` Not restored: Size (must be a number), Colour (is no longer a field of the type).` */
async function describeSkipped(
  skipped: readonly { field: string; message: string }[] = [],
  { type }: CmsObject,
  { services, facts }: RunContext,
): Promise<string> {
  if (skipped.length === 0) return ''
  const { object_types } = await readBucket(services, bucketSlugOf(facts))
  const objectType = object_types.find(({ slug }) => slug === type)
  const fields = skipped.map(
    ({ field, message }) => `${fieldTitle(objectType, field)} (${message})`,
  )
  return ` Not restored: ${fields.join(', ')}.`
}

export const name: CommandModule<ArgsOf<typeof nameArgs>> = {
  async run({ name: text, ...of }, { services, facts }) {
    const slug = bucketSlugOf(facts)
    const name = text.trim() || null
    const body = { slug, ...of, data: { name } }
    await services.get(Api).call(updateRevision, { body })
    await refreshRevisions(services)
    return {
      message: name ? `Named the revision “${name}”.` : 'Removed the revision’s name.',
    }
  },
}

/** Returns the current name of the revision. */
export async function nameNow({ services, args, facts }: AskContext): Promise<string | undefined> {
  const { object_id, revision_id } = args
  if (typeof object_id !== 'string') return undefined
  const query = { slug: bucketSlugOf(facts), object_id, only: 'named' as const, limit: ROWS }
  const { revisions } = await services.get(Api).call(listRevisions, { query })
  const isIt = ({ id, is_current }: (typeof revisions)[number]) =>
    revision_id === undefined ? is_current : id === revision_id
  return revisions.find(isIt)?.name ?? undefined
}

/** Returns the revisions by name, person and changed fields, newest first. */
export async function revisionRows(
  query: string,
  { services, facts, args, signal }: AskContext,
): Promise<PickerRow[]> {
  const slug = bucketSlugOf(facts)
  const object_id = objectIn(args)
  const input = { query: { slug, object_id, limit: ROWS } }
  const [{ revisions }, people, object] = await Promise.all([
    services.get(Api).call(listRevisions, input, { signal }),
    readPeople(services, slug),
    objectTypeOf(services, slug, object_id),
  ])
  return revisions
    .filter(({ is_current }) => !is_current)
    .map((revision) => {
      const when = describeMoment(revision.created_at)
      return {
        id: revision.id,
        value: revision.id,
        label: revision.name ?? when,
        icon: revision.name === null ? 'history' : 'tag',
        subtitle: [
          ...(revision.name === null ? [] : [when]),
          people.name(revision.created_by),
          describeChanges(object.type, revision),
        ].join(' · '),
      }
    })
    .filter(({ label, subtitle }) => holdsWords(`${label} ${subtitle}`, query))
}

/** Returns the fields whose sentences have authors. */
export async function textFieldRows(
  query: string,
  { services, facts, args }: AskContext,
): Promise<PickerRow[]> {
  const slug = bucketSlugOf(facts)
  const { type } = await objectTypeOf(services, slug, objectIn(args))
  return textFields(type)
    .map(({ path, title }) => ({ id: path, value: path, label: title }))
    .filter(({ label }) => holdsWords(label, query))
}

const objectIn = ({ object_id }: AskContext['args']): string =>
  typeof object_id === 'string' ? object_id : ''

async function objectTypeOf(services: AskContext['services'], slug: string, object_id: string) {
  const options = apiQueryOptions(services, getObject, { query: { slug, object_id } })
  const [{ object }, bucket] = await Promise.all([
    services.get(Queries).fetchQuery(options),
    readBucket(services, slug),
  ])
  return { object, type: bucket.object_types.find((one) => one.slug === object.type) }
}
