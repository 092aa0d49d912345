import type { ChangeSet } from '@typecase/contract/change-sets'
import type { Job } from '@typecase/contract/jobs'
import { mediaNoun, type Noun, objectNoun } from '@typecase/plugin-sdk/noun'

interface About {
  readonly change?: Pick<ChangeSet, 'subject'> | undefined
  readonly job?: Pick<Job, 'kind'> | undefined
}

/** What a change counts, or a job where nothing tells of its change. */
export function nounOf({ change, job }: About): Noun {
  const isOfMedia = change ? change.subject === 'media' : job?.kind.startsWith('media.')
  return isOfMedia ? mediaNoun : objectNoun
}
