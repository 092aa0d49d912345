import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { runBulk } from '@typecase/content/run-bulk'
import { formatCount, plural } from '@typecase/ui/count'
import { updateObjects } from '@typecase/contract/objects'
import type {
  ArgsOf,
  CommandModule,
  Outcome,
  Progress,
  RunContext,
} from '@typecase/plugin-sdk/command'
import type { Json } from '@typecase/plugin-sdk/json'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api } from '@typecase/plugin-sdk/services'

import { afterSave, countEdits, updatesOf } from '../sheet/cell-edits.ts'
import { sheetPage } from '../sheet/sheet-page.ts'
import type { chooseArgs } from './sheet.ts'

/** Saves all valid cells in one change set. Invalid cells keep their typed text. */
async function* save(context: RunContext): AsyncGenerator<Progress, Outcome> {
  const sheet = context.page(sheetPage)
  if (!sheet) throw new Refusal('Switch to the sheet first.')
  const sent = sheet.edits.get()
  const updates = updatesOf(sent)
  if (updates.length === 0) {
    throw new Refusal('Nothing was saved: every changed cell has an error.')
  }
  const outcome = yield* runBulk(
    { kind: 'ids', ids: updates.map(({ object_id: id }) => id) },
    {
      result: (objects) => `Saved ${objects}.`,
      already: 'unchanged',
      send: () => {
        const body = { slug: bucketSlugOf(context.facts), updates }
        return context.services.get(Api).call(updateObjects, { body })
      },
    },
    context,
  )
  const refusals = new Map((outcome.failures ?? []).map(({ id, reason }) => [id, reason]))
  const remaining = afterSave(sheet.edits.get(), sent, refusals)
  sheet.edits.replace(remaining)
  const { wrong } = countEdits(remaining)
  if (wrong === 0) return outcome
  const cells = formatCount(wrong, 'cell')
  const waits = `${cells} ${plural(wrong, 'waits', 'wait')} to be corrected.`
  return { ...outcome, message: `${outcome.message ?? ''} ${waits}` }
}

export const saveSheet: CommandModule = { run: (_args, context) => save(context) }

export const chooseCell: CommandModule<ArgsOf<typeof chooseArgs>> = {
  async run({ scope, field, value }, { page }) {
    const [id] = 'ids' in scope ? scope.ids : []
    // A picker answers with JSON, or with nothing if the user chose none.
    if (id !== undefined) page(sheetPage)?.choose(id, field, (value ?? null) as Json)
  },
}
