import { readBucketSetting, saveBucketSetting } from '@typecase/plugin-sdk/bucket-settings'
import type { RunContext } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { PlanChoice } from '@typecase/plugin-sdk/plan'

import { bucketSlugOf } from './bucket-slug.ts'
import { countOfThem } from './words/result.ts'
import { askPublish, type PublishArgs } from './publish-ask.ts'

/** Key of the account's last choice in a bucket, shared by all devices. */
export const PUBLISH_CHOICE = 'objects.publish-choice'

const mayPublish = ({ can }: FactValues): boolean => can?.has('objects:publish') === true

/** Returns the arguments with `publish`: their own value, or the account's last choice, which is drafts at first. */
export async function withPublish<Args extends object>(
  args: Args & PublishArgs,
  { services, facts }: Pick<RunContext, 'services' | 'facts'>,
): Promise<Args & { readonly publish: boolean }> {
  const { publish } = args
  if (publish !== undefined) return { ...args, publish }
  if (!mayPublish(facts)) return { ...args, publish: false }
  // If the choice cannot be read, drafts are the safe default. The call itself reports the error.
  const choice = await readBucketSetting(services, bucketSlugOf(facts), PUBLISH_CHOICE).catch(
    () => false,
  )
  return { ...args, publish: choice === true }
}

/** Stores the choice made in a review for the next one. Choices made by other programs or by links are not stored. */
export async function keepPublish(
  { publish }: PublishArgs,
  { services, facts, source }: Pick<RunContext, 'services' | 'facts' | 'source'>,
): Promise<void> {
  if (publish === undefined || source === 'extension' || source === 'link') return
  const slug = bucketSlugOf(facts)
  try {
    const choice = await readBucketSetting(services, slug, PUBLISH_CHOICE)
    if ((choice === true) !== publish)
      await saveBucketSetting(services, slug, PUBLISH_CHOICE, publish)
  } catch {
    // Storing the choice is only a convenience; the change itself is done.
  }
}

/** Returns the question of a plan. @param published how many of the plan's objects are published */
export function publishQuestion(
  publish: boolean,
  published: number,
  facts: FactValues,
): PlanChoice {
  const count = describePublished(published)
  return {
    title: 'What goes live',
    arg: 'publish',
    value: publish,
    options: [
      { value: false, label: askPublish.no },
      { value: true, label: askPublish.yes, detail: count },
    ],
    ...(!mayPublish(facts) && { reason: `– ${count}, and your role can only save drafts.` }),
  }
}

const describePublished = (count: number): string =>
  count === 0 ? 'none of them are public' : `${countOfThem(count, 'is', 'are')} public`
