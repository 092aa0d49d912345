import type { Macro } from '@typecase/contract/macros'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import { readBucket } from '@typecase/plugin-sdk/bucket'
import { holdsWords } from '@typecase/plugin-sdk/bucket-rows'
import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import type { Json } from '@typecase/plugin-sdk/json'
import { Session } from '@typecase/plugin-sdk/services'

import { mayChange } from '../may-change.ts'
import { readMacros } from '../queries.ts'
import { choiceOf } from '../run/macro-choice.ts'
import { fieldNames } from '../words/field-names.ts'
import { goneIn } from '../words/gone.ts'
import { stepsInWords } from '../words/step-words.ts'

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
    .filter((macro) => holdsWords(macro.title, query) && isOffered(macro))
    .map((macro) => {
      const { id, title: label, steps, arguments: args, is_shared } = macro
      const gone = steps.flatMap((step) => goneIn(step, names, args))
      return {
        id,
        value: valueOf(macro),
        label,
        subtitle: gone.join(' ') || stepsInWords(steps, { ...names, arguments: args }),
        icon: gone.length > 0 ? 'triangle-alert' : is_shared ? 'share-2' : 'workflow',
      }
    })
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
