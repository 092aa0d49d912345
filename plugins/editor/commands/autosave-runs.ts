import { readBucket } from '@typecase/content/bucket'
import { getBucket, updateBucket } from '@typecase/contract/buckets'
import { readBucketSetting, saveBucketSetting } from '@typecase/plugin-sdk/bucket-settings'
import { type ArgsOf, type CommandModule, refTo } from '@typecase/plugin-sdk/command'
import { Api, Queries } from '@typecase/plugin-sdk/services'

import { AUTOSAVE, isAutosaveOn } from '../session/autosave.ts'
import {
  type bucketAutosaveArgs,
  setBucketAutosave as setForBucket,
  toggleAutosave as toggle,
} from './autosave.ts'
import { requireEditor } from './save-open.ts'

export const toggleAutosave: CommandModule = {
  async run(_args, context) {
    const { services } = context
    const { bucketSlug } = requireEditor(context)
    const [choice, bucket] = await Promise.all([
      readBucketSetting(services, bucketSlug, AUTOSAVE),
      readBucket(services, bucketSlug),
    ])
    const isOn = !isAutosaveOn(choice, bucket)
    const isDefault = isOn === bucket.autosaves_drafts
    await saveBucketSetting(services, bucketSlug, AUTOSAVE, isDefault ? null : isOn)
    return {
      message: isOn
        ? 'Autosave is on for you in this bucket.'
        : 'Autosave is off for you in this bucket. Until you save, this browser keeps your changes.',
      undo: refTo(toggle),
    }
  },
}

export const setBucketAutosave: CommandModule<ArgsOf<typeof bucketAutosaveArgs>> = {
  async run({ bucket: slug, autosaves_drafts }, { services }) {
    const before = (await readBucket(services, slug)).autosaves_drafts
    await services.get(Api).call(updateBucket, { body: { slug, data: { autosaves_drafts } } })
    await services.get(Queries).invalidateQueries({ queryKey: [getBucket.id] })
    return {
      message: autosaves_drafts
        ? 'Autosave is on in this bucket.'
        : 'Autosave is off in this bucket.',
      undo: refTo(setForBucket, { bucket: slug, autosaves_drafts: before }),
    }
  },
}
