import * as macros from '@typecase/contract/macros'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import { readBucket } from '@typecase/content/bucket'
import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import {
  type ArgsOf,
  type CommandModule,
  type Outcome,
  refTo,
  type RunContext,
} from '@typecase/plugin-sdk/command'
import type { Json } from '@typecase/plugin-sdk/json'
import { Api, Session } from '@typecase/plugin-sdk/services'

import { macroPage } from '../macro-page.ts'
import { mayChange, readMacro, readMacros, refreshMacros } from '../queries.ts'
import { macroRoute, macrosRoute } from '../routes.ts'
import { choiceOf } from '../run/macro-choice.ts'
import { fieldNames } from '../words/field-names.ts'
import { goneIn } from '../words/problems.ts'
import { describeSteps } from '../words/step-words.ts'
import * as commands from './macros.ts'

export const editMacro: CommandModule<ArgsOf<typeof commands.macroArgs>> = {
  run: ({ macro_id }, { go }) => go(macroRoute, { params: { macroID: macro_id } }),
}

export const saveMacro: CommandModule = {
  /** The form says what came of it, beside the fields: no message of the command's own. */
  run: async (_args, { page }) => {
    await page(macroPage)?.save()
  },
}

const LONGEST = 60
const ENDING = ' (copy)'

export const duplicateMacro: CommandModule<ArgsOf<typeof commands.macroArgs>> = {
  /** A copy of one's own, which nobody else sees until it is shared. */
  run: async ({ macro_id }, { services, facts }) => {
    const slug = bucketSlugOf(facts)
    const { title, steps, arguments: args } = await readMacro(services, slug, macro_id)
    const copyTitle = `${title.slice(0, LONGEST - ENDING.length)}${ENDING}`
    const data = { title: copyTitle, steps, arguments: args }
    const { macro } = await services.get(Api).call(macros.addMacro, { body: { slug, data } })
    await refreshMacros(services)
    return {
      message: `“${macro.title}” is ready.`,
      open: refTo(commands.editMacro, { macro_id: macro.id }),
      undo: refTo(commands.removeMacro, { bucket: slug, macro_id: macro.id }),
    }
  },
}

export const deleteMacro: CommandModule<ArgsOf<typeof commands.macroArgs>> = {
  run: ({ macro_id }, context) => removed(bucketSlugOf(context.facts), macro_id, context),
}

/** Deletes a macro of a bucket’s project, wherever one is. */
async function removed(
  slug: string,
  macro_id: string,
  { services, facts, go }: RunContext,
): Promise<Outcome> {
  const { title, steps, arguments: args, is_shared } = await readMacro(services, slug, macro_id)
  await services.get(Api).call(macros.deleteMacro, { query: { slug, macro_id } })
  // Its own page would have nothing to show.
  if (facts['route.id'] === 'macros.edit' && facts['macros.macro'] === macro_id) {
    await go(macrosRoute)
  }
  await refreshMacros(services)
  return {
    message: `Deleted “${title}”. What it did stays.`,
    undo: refTo(commands.restoreMacro, {
      bucket: slug,
      data: { title, steps: [...steps], arguments: [...args], is_shared },
    }),
  }
}

export const removeMacro: CommandModule<ArgsOf<typeof commands.placedArgs>> = {
  run: ({ bucket, macro_id }, context) => removed(bucket, macro_id, context),
}

export const restoreMacro: CommandModule<ArgsOf<typeof commands.restoreArgs>> = {
  /** A macro that was deleted, anew. */
  run: async ({ bucket, data }, { services }) => {
    // As the server had it.
    const body = { slug: bucket, data: data as Pick<macros.Macro, keyof typeof data> }
    const { macro } = await services.get(Api).call(macros.addMacro, { body })
    await refreshMacros(services)
    return {
      message: `“${macro.title}” is back.`,
      undo: refTo(commands.removeMacro, { bucket, macro_id: macro.id }),
    }
  },
}

/** Shows a macro to all of the project, or to oneself alone. */
const sharing = (is_shared: boolean): CommandModule<ArgsOf<typeof commands.macroArgs>> => ({
  run: ({ macro_id }, context) => shared(bucketSlugOf(context.facts), macro_id, is_shared, context),
})

/** The same in a bucket’s project, wherever one is. */
async function shared(
  slug: string,
  macro_id: string,
  is_shared: boolean,
  { services }: Pick<RunContext, 'services'>,
): Promise<Outcome> {
  const body = { slug, macro_id, data: { is_shared } }
  const { macro } = await services.get(Api).call(macros.updateMacro, { body })
  await refreshMacros(services)
  return {
    message: is_shared
      ? `Everybody in the project can run “${macro.title}” now.`
      : `Only you see “${macro.title}” now.`,
    undo: refTo(commands.setSharing, { bucket: slug, macro_id, is_shared: !is_shared }),
  }
}

export const shareMacro = sharing(true)
export const unshareMacro = sharing(false)

export const setSharing: CommandModule<ArgsOf<typeof commands.sharingArgs>> = {
  run: ({ bucket, macro_id, is_shared }, context) => shared(bucket, macro_id, is_shared, context),
}

async function rowsOf(
  query: string,
  { services, facts }: AskContext,
  valueOf: (macro: macros.Macro) => Json,
  isOffered: (macro: macros.Macro) => boolean = () => true,
): Promise<readonly PickerRow[]> {
  const slug = bucketSlugOf(facts)
  const all = await readMacros(services, slug)
  const { object_types: types } = await readBucket(services, slug)
  const names = fieldNames(types)
  return all
    .filter((macro) => holdsWords(macro.title, query) && isOffered(macro))
    .map((macro) => {
      const { id, title: label, steps, arguments: args, is_shared } = macro
      const gone = steps.flatMap((step) => goneIn(step, names, args))
      return {
        id,
        value: valueOf(macro),
        label,
        subtitle: gone.join(' ') || describeSteps(steps, { ...names, arguments: args }),
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
  isOffered: (macro: macros.Macro) => boolean = () => true,
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
