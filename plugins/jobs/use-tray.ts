import type { Job as ServerJob } from '@typecase/contract/jobs'
import { type Job, Journal } from '@typecase/plugin-sdk/jobs'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Announcer } from '@typecase/plugin-sdk/services'
import { useEffect, useRef, useState } from 'react'

import { isRunning } from './words.ts'

interface TrayIds {
  readonly slug: string | undefined
  readonly ids: ReadonlySet<string>
}

/**
 * Returns which jobs of the server a command in this tab follows, by the title in its progress, and the ids of jobs
 * that were running when the bucket was opened, whose command is gone.
 */
export function useFollowed(
  local: readonly Job[],
  { slug, jobs, isRead }: { slug: string | undefined; jobs: readonly ServerJob[]; isRead: boolean },
): { followed: ReadonlySet<string>; previousIds: ReadonlySet<string> } {
  const [followedJobs, setFollowedJobs] = useState<TrayIds>({ slug: undefined, ids: new Set() })
  const running = local.filter(({ status }) => status === 'running' || status === 'cancelling')
  const followed = new Set(running.flatMap(({ progress }) => progress?.message ?? []))
  if (isRead && followedJobs.slug !== slug) {
    const going = jobs.filter((job) => isRunning(job) && !followed.has(job.title))
    setFollowedJobs({ slug, ids: new Set(going.map(({ id }) => id)) })
  }
  return { followed, previousIds: followedJobs.ids }
}

/** Step in per cent between announcements. */
const STEP = 25

interface Progress {
  /** The name of the work, equal for a job of the server and the command that follows it. */
  readonly about: string
  readonly percent: number
}

/** Announces progress to screen readers, once at every quarter. */
export function useAnnounceProgress(rows: readonly Progress[]): void {
  const announcer = useService(Announcer)
  const announced = useRef(new Map<string, number>())
  // Synchronises with the live region.
  useEffect(() => {
    for (const { about, percent } of rows) {
      const step = Math.floor(percent / STEP) * STEP
      const before = announced.current.get(about) ?? 0
      if (step > before) announcer.say(`${about}: ${step} %`)
      // Zero is another run with the same name; a smaller value is stale data.
      announced.current.set(about, percent === 0 ? 0 : Math.max(step, before))
    }
  }, [rows, announcer])
}

/** Adds an undo step for jobs that this tab started and no command follows, such as an import, when they end. */
export function useLastingUndo(ended: readonly ServerJob[], slug: string | undefined): void {
  const journal = useService(Journal)
  const remembered = useRef(new Set<string>())

  // The journal is outside of React, and outlives the page.
  useEffect(() => {
    if (slug === undefined) return
    for (const { id, title, change_set_id } of ended) {
      if (!journal.hasBegun(id) || change_set_id === null || remembered.current.has(id)) continue
      remembered.current.add(id)
      const args = { bucket: slug, change_set_id }
      journal.keep(title, { command: 'jobs.undo-change-set', args }, slug, id)
    }
  }, [ended, slug, journal])
}
