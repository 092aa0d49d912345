import * as calls from '@typecase/contract/assistants'
import { getBucket, updateBucket } from '@typecase/contract/buckets'
import { readBucket } from '@typecase/content/bucket'
import { type ArgsOf, type CommandModule, refTo } from '@typecase/plugin-sdk/command'
import { Api, Queries } from '@typecase/plugin-sdk/services'

import * as commands from './commands.ts'
import { assistant, personOf } from './record.ts'
import { settingMessages } from './words.ts'

export const revokeAssistant = assistant.module({
  confirmation: async (one) => ({
    title: `Revoke ${one.client.name} of ${personOf(one)}?`,
    text: 'It is disconnected from all buckets at once. To use it again, sign in from it.',
    action: 'Revoke',
  }),

  async run({ id: assistant_id, client }, { services, slug }) {
    await services.get(Api).call(calls.revokeAssistant, { query: { slug, assistant_id } })
    await assistant.refresh(services)
    return { message: `${client.name} is disconnected.` }
  },
})

export const setAssistants: CommandModule<ArgsOf<typeof commands.settingArgs>> = {
  async run({ bucket: slug, assistants }, { services }) {
    const before = (await readBucket(services, slug)).assistants
    await services.get(Api).call(updateBucket, { body: { slug, data: { assistants } } })
    await services.get(Queries).invalidateQueries({ queryKey: [getBucket.id] })
    return {
      message: settingMessages[assistants],
      undo: refTo(commands.setAssistants, { bucket: slug, assistants: before }),
    }
  },
}
