import { type ExportFormat, exportedFields } from '@typecase/contract/object-export'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { isEmpty } from '@typecase/content/bulk-target'
import { formatCount, plural } from '@typecase/ui/count'
import type {
  ArgsOf,
  CommandModule,
  Outcome,
  Progress,
  RunContext,
} from '@typecase/plugin-sdk/command'
import { copyText } from '@typecase/plugin-sdk/copy-text'
import { countOf } from '@typecase/plugin-sdk/scope'
import { Api, type DownloadedFile, Storage } from '@typecase/plugin-sdk/services'
import { formatNumber } from '@typecase/ui/format'

import { exportCall } from '../bulk/calls.ts'
import { scopeIds, typesInScope } from '../bulk/scope.ts'
import { chosenColumns } from '../list/columns.ts'
import { listFields } from '@typecase/content/object/list-fields'
import { savedColumns } from '../list/preferences.ts'
import { objectsRoute } from '../routes.ts'
import type { exportArgs } from './export.ts'
import type { scopeArgs } from './object-command.ts'

export const copyIDs: CommandModule<ArgsOf<typeof scopeArgs>> = {
  async run({ scope }, context) {
    const ids = await scopeIds(scope, context)
    await copyText(ids.join('\n'))
    const [only] = ids
    return {
      message: `Copied ${plural(ids.length, String(only), `${formatNumber(ids.length)} ids`)}.`,
    }
  },
}

type Args = ArgsOf<typeof exportArgs>

/** How long the object URL of a file stays valid for the browser to save it, in ms. */
const KEPT_MS = 60_000

export const exportObjects = (format: ExportFormat): CommandModule<Args> => ({
  async *run(args, context) {
    return yield* exportPages(args, format, context)
  },
})

async function* exportPages(
  args: Args,
  format: ExportFormat,
  context: RunContext,
): AsyncGenerator<Progress, Outcome> {
  const { scope } = args
  if (isEmpty(scope)) return { message: 'There is nothing to export.' }
  const total = countOf(scope)
  yield { done: 0, total, message: `Export ${formatCount(total, 'object')}` }
  const fields =
    args.fields ?? (args.columns === 'list' ? await listColumns(args, context) : undefined)
  const { sort } = 'ids' in scope ? {} : (context.route(objectsRoute)?.search ?? {})
  const { endpoint, body } = exportCall(format).callOf(
    { scope, ...(fields && { fields }) },
    { bucketSlug: bucketSlugOf(context.facts) },
  )
  let share = 0
  let progressed: (() => void) | undefined
  const downloading = context.services.get(Api).download(
    endpoint,
    { body: { ...body, ...(sort && { sort }) } },
    {
      signal: context.signal,
      onProgress: (received, size) => {
        share = size > 0 ? received / size : 0
        progressed?.()
      },
    },
  )
  // A cancelled export leaves the download pending, so its later failure is ignored.
  downloading.catch(() => undefined)
  const more = () => new Promise<undefined>((resolve) => (progressed = () => resolve(undefined)))
  let file = await Promise.race([downloading, more()])
  while (!file) {
    yield {
      done: Math.round(share * total),
      total,
      message: `Export ${formatCount(total, 'object')}`,
    }
    file = await Promise.race([downloading, more()])
  }
  keep(file)
  // The number may have changed since the objects were counted.
  const what = file.count === undefined ? '' : ` ${formatCount(file.count, 'object')}`
  return { message: `Exported${what} to ${file.name}.` }
}

/** Returns those columns of the objects' list that an export can contain. */
async function listColumns({ scope }: Args, context: RunContext): Promise<string[]> {
  const types = await typesInScope(scope, context)
  const [only] = types
  const type = types.length === 1 ? only?.slug : undefined
  const paths = savedColumns(context.services.get(Storage), bucketSlugOf(context.facts), type)
  return chosenColumns(listFields(types), paths)
    .map(({ path }) => path)
    .filter(
      (path) => path.startsWith('metadata.') || exportedFields.some((field) => field === path),
    )
}

/** Starts the browser's download of a file. */
function keep({ name, content }: DownloadedFile): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
