import type { Job as ServerJob } from '@typecase/contract/jobs'
import { Journal } from '@typecase/plugin-sdk/jobs'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useEffect, useRef } from 'react'

/** What a job did that this tab began and that no command follows, such as an import, can be undone once it has ended. */
export function useKeptUndo(ended: readonly ServerJob[], slug: string | undefined): void {
  const journal = useService(Journal)
  const remembered = useRef(new Set<string>())

  // The journal is outside, and outlives the page.
  useEffect(() => {
    if (slug === undefined) return
    for (const { id, title, change_set_id } of ended) {
      if (!journal.hasBegun(id) || change_set_id === null || remembered.current.has(id)) continue
      remembered.current.add(id)
      const args = { bucket: slug, change_set_id }
      journal.keep(title, { command: 'jobs.undo-change-set', args }, slug)
    }
  }, [ended, slug, journal])
}
