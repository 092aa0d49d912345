import type { Job as ServerJob } from '@typecase/contract/jobs'
import type { Job } from '@typecase/plugin-sdk/jobs'
import { useState } from 'react'

import { isRunning } from './job-in-words.ts'

interface Kept {
  readonly slug: string | undefined
  readonly ids: ReadonlySet<string>
}

/**
 * Which jobs of the server a command of this page follows, by title, as its progress tells it; and the ids of those
 * that went on already when the bucket was opened, whose command is gone.
 */
export function useFollowed(
  local: readonly Job[],
  { slug, jobs, isRead }: { slug: string | undefined; jobs: readonly ServerJob[]; isRead: boolean },
): { followed: ReadonlySet<string>; kept: ReadonlySet<string> } {
  const [kept, setKept] = useState<Kept>({ slug: undefined, ids: new Set() })
  const running = local.filter(({ status }) => status === 'running' || status === 'cancelling')
  const followed = new Set(running.flatMap(({ progress }) => progress?.message ?? []))
  if (isRead && kept.slug !== slug) {
    const going = jobs.filter((job) => isRunning(job) && !followed.has(job.title))
    setKept({ slug, ids: new Set(going.map(({ id }) => id)) })
  }
  return { followed, kept: kept.ids }
}
