import type { RecordArgs } from '@typecase/content/record/define-record'
import { recordChanges } from '@typecase/content/record/record-undo'
import type { InputOf } from '@typecase/contract/endpoint'
import * as calls from '@typecase/contract/macros'
import { type CommandModule, refTo } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import * as commands from './commands.ts'
import { macro } from './record.ts'
import { macroPage, macroRoute, macrosRoute } from './routes.ts'

type NewMacro = InputOf<typeof calls.addMacro>['body']['data']

/** Adds a macro to the project of a bucket, and refreshes all lists. */
export async function createMacro(
  services: Services,
  slug: string,
  data: NewMacro,
  signal?: AbortSignal,
): Promise<calls.Macro> {
  const options = signal && { signal }
  const answer = await services.get(Api).call(calls.addMacro, { body: { slug, data } }, options)
  await macro.refresh(services)
  return answer.macro
}

const dataOf = ({ title, steps, arguments: args, is_shared }: calls.Macro) => ({
  title,
  steps: [...steps],
  arguments: [...args],
  is_shared,
})

export const changes = recordChanges(macro, commands.undoMacro, {
  titleOf: ({ title }) => title,
  dataOf,
  async update(services, slug, macro_id, data, rev) {
    const options = rev === undefined ? {} : { ifMatch: rev }
    const input = { body: { slug, macro_id, data } }
    return (await services.get(Api).call(calls.updateMacro, input, options)).macro
  },
  async remove(services, slug, item) {
    const query = { slug, macro_id: item.id }
    await services.get(Api).call(calls.deleteMacro, { query })
    return dataOf(item)
  },
  // `data` comes from `remove`.
  restore: (services, slug, _id, data) => createMacro(services, slug, data as NewMacro),
  async leave({ id }, { facts, go }) {
    if (facts['route.id'] === macroRoute.id && facts[macro.fact] === id) await go(macrosRoute)
  },
})

export const editMacro: CommandModule<RecordArgs<'macro_id'>> = {
  run: ({ macro_id }, { go }) => go(macroRoute, { params: { macroID: macro_id } }),
}

export const saveMacro: CommandModule = {
  /** Saves the form, which shows the result beside the fields, so the command itself has no message. */
  async run(_args, { page }) {
    await page(macroPage)?.save()
  },
}

const MAX_TITLE_LENGTH = 60
const ENDING = ' (copy)'

/** Copies a macro. The copy is private until it is shared. */
export const duplicateMacro = macro.module(async (original, { services, slug }) => {
  const { is_shared: _, ...data } = dataOf(original)
  const title = `${data.title.slice(0, MAX_TITLE_LENGTH - ENDING.length)}${ENDING}`
  const copy = await createMacro(services, slug, { ...data, title })
  return {
    message: `Created “${copy.title}”.`,
    open: refTo(commands.editMacro, macro.argsOf(copy.id)),
    undo: changes.undoOfAdd(slug, copy.id),
  }
})

export const deleteMacro = macro.module(async (item, context) => ({
  message: `Deleted “${item.title}”. Its past changes stay.`,
  ...(await changes.remove(item, context.slug, context)),
}))

/** Shares a macro with the whole project, or makes it private. */
const share = (is_shared: boolean) =>
  macro.module(async ({ id, title }, { services, slug }) => {
    const { undo } = await changes.update(services, slug, id, { is_shared })
    return {
      message: is_shared
        ? `Everyone in the project can run “${title}”.`
        : `Only you can see “${title}”.`,
      ...(undo && { undo }),
    }
  })

export const shareMacro = share(true)
export const unshareMacro = share(false)
