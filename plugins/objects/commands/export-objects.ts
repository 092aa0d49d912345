import { type ExportFormat, exportedFields } from '@typecase/contract/object-export'
import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import { isEmpty } from '@typecase/plugin-sdk/bulk-target'
import type {
  ArgsOf,
  CommandModule,
  Outcome,
  Progress,
  RunContext,
} from '@typecase/plugin-sdk/command'
import { countOf } from '@typecase/plugin-sdk/scope'
import { Api, type DownloadedFile, Storage } from '@typecase/plugin-sdk/services'

import { exportCall } from '../calls/export.ts'
import { currentSearch } from '../list/address.ts'
import { chosenColumns } from '../list/columns.ts'
import { listFields } from '../list/fields.ts'
import { keptColumns } from '../list/preferences.ts'
import type { exportArgs } from './export-commands.ts'
import { typesInScope } from './scope-types.ts'
import { objectsInWords } from './words.ts'

type Args = ArgsOf<typeof exportArgs>

/** Milliseconds that the browser gets to take a file over. */
const KEPT_MS = 60_000

export const exportObjects = (format: ExportFormat): CommandModule<Args> => ({
  async *run(args, context) {
    return yield* exported(args, format, context)
  },
})

async function* exported(
  args: Args,
  format: ExportFormat,
  context: RunContext,
): AsyncGenerator<Progress, Outcome> {
  const { scope } = args
  if (isEmpty(scope)) return { message: 'There is nothing to export.' }
  const total = countOf(scope)
  yield { done: 0, total, message: `Export ${objectsInWords(total)}` }
  const fields = args.fields ?? (args.columns === 'list' ? await listed(args, context) : undefined)
  const { sort } = 'ids' in scope ? {} : currentSearch(context.services, context.facts)
  const { endpoint, body } = exportCall(format).callOf(
    { scope, ...(fields && { fields }) },
    { bucketSlug: bucketSlugOf(context.facts) },
  )
  let share = 0
  let told: (() => void) | undefined
  const downloading = context.services.get(Api).download(
    endpoint,
    { body: { ...body, ...(sort && { sort }) } },
    {
      signal: context.signal,
      onProgress: (received, size) => {
        share = size > 0 ? received / size : 0
        told?.()
      },
    },
  )
  // Whoever cancels leaves it; what it then fails with is told by nobody else.
  downloading.catch(() => undefined)
  const more = () => new Promise<undefined>((resolve) => (told = () => resolve(undefined)))
  let file = await Promise.race([downloading, more()])
  while (!file) {
    yield { done: Math.round(share * total), total, message: `Export ${objectsInWords(total)}` }
    file = await Promise.race([downloading, more()])
  }
  keep(file)
  // Some may have been deleted, or have come to match, since they were counted.
  const what = file.count === undefined ? '' : ` ${objectsInWords(file.count)}`
  return { message: `Exported${what} to ${file.name}.` }
}

/** The columns of a list of these objects, as far as they are fields. */
async function listed({ scope }: Args, context: RunContext): Promise<string[]> {
  const types = await typesInScope(scope, context)
  const [only] = types
  const type = types.length === 1 ? only?.slug : undefined
  const kept = keptColumns(context.services.get(Storage), bucketSlugOf(context.facts), type)
  return chosenColumns(listFields(types), kept)
    .map(({ path }) => path)
    .filter(
      (path) => path.startsWith('metadata.') || exportedFields.some((field) => field === path),
    )
}

/** Hands a file to the browser. */
function keep({ name, content }: DownloadedFile): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
