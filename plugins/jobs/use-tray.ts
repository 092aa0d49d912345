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
 * Which jobs of the server a command of this page follows, by title, as its progress tells it; and the ids of those
 * that went on already when the bucket was opened, whose command is gone.
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

/** Per cent between two words about a job. */
const STEP = 25

interface Progress {
  /** The subject, the same for a job of the server and for the command that follows it. */
  readonly about: string
  readonly percent: number
}

/** Tells those who do not see the bars how far things are: at every quarter, once. */
export function useAnnounceProgress(rows: readonly Progress[]): void {
  const announcer = useService(Announcer)
  const announced = useRef(new Map<string, number>())
  // The outside system is the live region.
  useEffect(() => {
    for (const { about, percent } of rows) {
      const step = Math.floor(percent / STEP) * STEP
      const before = announced.current.get(about) ?? 0
      if (step > before) announcer.say(`${about}: ${step} %`)
      // One that begins again is another one of the same name; one that seems to go back was read late.
      announced.current.set(about, percent === 0 ? 0 : Math.max(step, before))
    }
  }, [rows, announcer])
}

/** Jobs that this tab began and that no command follows, such as an import, get an undo when they end. */
export function useLastingUndo(ended: readonly ServerJob[], slug: string | undefined): void {
  const journal = useService(Journal)
  const remembered = useRef(new Set<string>())

  // The journal is outside, and outlives the page.
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
