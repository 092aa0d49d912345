import { type BucketKeyName, getBucket, updateBucket } from '@typecase/contract/buckets'
import type { ArgsOf, CommandModule } from '@typecase/plugin-sdk/command'
import type { CommandQuestion } from '@typecase/plugin-sdk/confirmation'
import { copyText } from '@typecase/plugin-sdk/copy-text'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { Api, Queries } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import type * as commands from './commands.ts'

export const keyTitles = {
  read: 'Read key',
  preview: 'Preview key',
  write: 'Write key',
} as const satisfies Record<BucketKeyName, string>

export const copyKey: CommandModule<ArgsOf<typeof commands.keyArgs>> = {
  run: async ({ bucket: slug, key }, { services }) => {
    const { bucket } = await services.get(Api).call(getBucket, { query: { slug } })
    const text = bucket.api_access[`${key}_key`]
    if (text === '') throw new Refusal(bucket.api_access.lost ?? 'Your role cannot see this key.')
    await copyText(text)
    return { message: `${keyTitles[key]} copied.` }
  },
}

/** Asks only if the old key stops at once, because that breaks sites that use it. */
const stopQuestion = (key: BucketKeyName, hours: number): CommandQuestion | undefined =>
  hours > 0
    ? undefined
    : {
        title: `Stop the old ${keyTitles[key].toLowerCase()} now?`,
        text: 'Sites that use it stop working until they have the new one. This cannot be undone.',
        action: 'Stop old key',
      }

export const resetKey: CommandModule<ArgsOf<typeof commands.resetKeyArgs>> = {
  confirmation: async ({ key, hours }) => {
    const question = stopQuestion(key, hours)
    return question && { ...question, phrase: 'stop old key' }
  },
  run: async ({ bucket, key, hours }, { services }) => {
    await update(services, bucket, {
      reset_api_access_keys: [key],
      former_key_hours: { [key]: hours },
    })
    return {
      message:
        hours === 0
          ? `${keyTitles[key]} replaced. The old one stopped.`
          : `${keyTitles[key]} replaced. The old one works for another ${hours} hours.`,
    }
  },
}

export const changeFormerKey: CommandModule<ArgsOf<typeof commands.formerKeyArgs>> = {
  confirmation: async ({ key, hours }) => stopQuestion(key, hours),
  run: async ({ bucket, key, hours }, { services }) => {
    const before = await services.get(Api).call(getBucket, { query: { slug: bucket } })
    if (!before.bucket.former_keys?.some((one) => one.key === key))
      throw new Refusal(`No old ${keyTitles[key].toLowerCase()} still works.`)
    await update(services, bucket, { former_key_hours: { [key]: hours } })
    return {
      message:
        hours === 0
          ? `The old ${keyTitles[key].toLowerCase()} stopped.`
          : `The old ${keyTitles[key].toLowerCase()} works for another ${hours} hours.`,
    }
  },
}

async function update(
  services: Services,
  slug: string,
  data: { reset_api_access_keys?: BucketKeyName[]; former_key_hours: Record<string, number> },
): Promise<void> {
  await services.get(Api).call(updateBucket, { body: { slug, data } })
  await services.get(Queries).invalidateQueries({ queryKey: [getBucket.id] })
}
