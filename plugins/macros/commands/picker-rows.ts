import type { Macro } from '@typecase/contract/macros'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import { readBucket } from '@typecase/plugin-sdk/bucket'
import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import type { Json, JsonObject } from '@typecase/plugin-sdk/json'
import { Session } from '@typecase/plugin-sdk/services'

import { mayChange } from '../may-change.ts'
import { readMacros } from '../queries.ts'
import { choiceOf } from '../run/macro-choice.ts'
import { fieldNames } from '../words/field-names.ts'
import { stepsInWords } from '../words/step-words.ts'

const holds = (text: string, query: string) =>
  text.toLowerCase().includes(query.trim().toLowerCase())

async function rowsOf(
  query: string,
  { services, facts }: AskContext,
  valueOf: (macro: Macro) => Json,
  isOffered: (macro: Macro) => boolean = () => true,
): Promise<readonly PickerRow[]> {
  const slug = bucketSlugOf(facts)
  const macros = await readMacros(services, slug)
  const { object_types: types } = await readBucket(services, slug)
  const names = fieldNames(types)
  return macros
    .filter((macro) => holds(macro.title, query) && isOffered(macro))
    .map((macro) => ({
      id: macro.id,
      value: valueOf(macro),
      label: macro.title,
      subtitle: stepsInWords(macro.steps, { ...names, arguments: macro.arguments }),
      icon: macro.is_shared ? 'share-2' : 'workflow',
    }))
}

export const macroRows = (query: string, context: AskContext) =>
  rowsOf(query, context, ({ id }) => id)

/** Those that this person may change, by one more condition where one is given. */
export const ownRows = (
  query: string,
  context: AskContext,
  isOffered: (macro: Macro) => boolean = () => true,
) => {
  const me = context.services.get(Session).getSnapshot().data?.id
  return rowsOf(
    query,
    context,
    ({ id }) => id,
    (macro) => mayChange(macro, me, context.facts) && isOffered(macro),
  )
}

export const macroChoiceRows = (query: string, context: AskContext) =>
  rowsOf(query, context, choiceOf)

/** All objects of the bucket, as a scope, unless the list on screen is that already. */
export async function bucketRows(
  query: string,
  { services, facts }: AskContext,
): Promise<PickerRow[]> {
  const listed = facts['view.query']
  if (listed && Object.keys(listed).length === 0) return []
  const { title, object_types: types } = await readBucket(services, bucketSlugOf(facts))
  const total = types.reduce((sum, type) => sum + type.total_objects, 0)
  const label = `all ${total.toLocaleString('en')} in this bucket`
  const value: JsonObject = { kind: 'query', query: {}, total }
  return holds(label, query) ? [{ id: 'bucket', value, label, subtitle: title }] : []
}
