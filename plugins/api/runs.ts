import { fold, holdsWords } from '@typecase/plugin-sdk/text-match'
import { getBucket, updateBucket } from '@typecase/contract/buckets'
import type { AskContext, PickerRow } from '@typecase/plugin-sdk/ask'
import {
  type ArgsOf,
  type Outcome,
  type RunContext,
  refTo,
  type CommandModule,
} from '@typecase/plugin-sdk/command'
import { copyText } from '@typecase/plugin-sdk/copy-text'
import {
  Commands,
  type MadeCall,
  type CommandState,
  Api,
  Queries,
} from '@typecase/plugin-sdk/services'

import * as commands from './commands.ts'
import { curlOf } from './request-text.ts'

export const copyTerminal: CommandModule<ArgsOf<typeof commands.copyArgs>> = {
  run: ({ command }, context) => copyCall(command, ({ terminalLine }) => terminalLine, context),
}

export const copyRequest: CommandModule<ArgsOf<typeof commands.copyArgs>> = {
  run: ({ command }, context) =>
    copyCall(command, (call) => curlOf(call, location.origin), context),
}

/** Asks for the arguments of a command, and copies the text made from its call. */
export async function copyCall(
  command: string,
  textOf: (call: MadeCall) => string,
  { services }: RunContext,
): Promise<Outcome> {
  const commands = services.get(Commands)
  const ref = await commands.complete({ command })
  const call = ref && (await commands.callOf(ref))
  if (!call) return {}
  await copyText(textOf(call))
  const title = commands.get(command)?.title.replace(/…$/, '') ?? command
  return { message: `Copied “${title}”.` }
}

/**
 * Returns the commands that make a single call and can run here. Internal commands are left out, because only other
 * commands can provide their arguments.
 */
export async function commandRows(
  query: string,
  { services }: AskContext,
): Promise<readonly PickerRow[]> {
  const isMeant = ({ title, group, keywords, aliases }: CommandState) =>
    holdsWords([title, group, ...keywords, ...aliases].join(' '), query)
  const [first = ''] = fold(query).split(' ')
  const begins = ({ title }: CommandState) => (fold(title).startsWith(first) ? 0 : 1)
  return services
    .get(Commands)
    .list()
    .filter((state) => state.hasCall && !state.isInternal && state.isEnabled && isMeant(state))
    .sort((a, b) => begins(a) - begins(b))
    .map(({ id, title, group, icon }) => ({
      id,
      value: id,
      label: title,
      subtitle: group,
      ...(icon && { icon }),
    }))
}

export const setDraftReading: CommandModule<ArgsOf<typeof commands.draftReadingArgs>> = {
  run: async ({ bucket: slug, read_key_reads_drafts }, { services }) => {
    const api = services.get(Api)
    const before = (await api.call(getBucket, { query: { slug } })).bucket.read_key_reads_drafts
    const message = read_key_reads_drafts
      ? 'The read key can read drafts and revisions now'
      : 'The read key reads only published versions now'
    if (before === read_key_reads_drafts) return { message: `${message} already` }
    await api.call(updateBucket, { body: { slug, data: { read_key_reads_drafts } } })
    await services.get(Queries).invalidateQueries({ queryKey: [getBucket.id] })
    return {
      message,
      undo: refTo(commands.setDraftReading, { bucket: slug, read_key_reads_drafts: before }),
    }
  },
}

export const setKeylessReading: CommandModule<ArgsOf<typeof commands.keylessReadingArgs>> = {
  run: async ({ bucket: slug, reads_without_key }, { services }) => {
    const api = services.get(Api)
    const before = (await api.call(getBucket, { query: { slug } })).bucket.reads_without_key
    const message = reads_without_key
      ? 'Anyone can read published content now'
      : 'Reading published content needs a key now'
    if (before === reads_without_key) return { message: `${message} already` }
    await api.call(updateBucket, { body: { slug, data: { reads_without_key } } })
    await services.get(Queries).invalidateQueries({ queryKey: [getBucket.id] })
    return {
      message,
      undo: refTo(commands.setKeylessReading, { bucket: slug, reads_without_key: before }),
    }
  },
}

export const resetKeys: CommandModule<ArgsOf<typeof commands.resetKeysArgs>> = {
  confirmation: async () => ({
    title: 'Replace all three keys of this bucket?',
    text: 'Sites that use the old keys stop working until they have the new ones. This cannot be undone.',
    action: 'Reset keys',
    phrase: 'reset keys',
  }),
  run: async ({ bucket: slug }, { services }) => {
    await services
      .get(Api)
      .call(updateBucket, { body: { slug, data: { reset_api_access_keys: true } } })
    await services.get(Queries).invalidateQueries({ queryKey: [getBucket.id] })
    return { message: 'The bucket has new keys' }
  },
}
