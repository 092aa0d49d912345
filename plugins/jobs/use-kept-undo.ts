import type { Job as ServerJob } from '@typecase/contract/jobs'
import { Journal } from '@typecase/plugin-sdk/jobs'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useEffect, useRef } from 'react'

/**
 * What this person's jobs did that went on over a reload is the next thing that Undo takes back: the command that began
 * them is gone, and would have said so.
 */
export function useKeptUndo(
  ended: readonly ServerJob[],
  {
    kept,
    slug,
    me,
  }: { kept: ReadonlySet<string>; slug: string | undefined; me: string | undefined },
): void {
  const journal = useService(Journal)
  const remembered = useRef(new Set<string>())

  // The journal is outside, and outlives the page.
  useEffect(() => {
    if (slug === undefined) return
    for (const { id, title, kind, change_set_id, created_by } of ended) {
      const isMine = kept.has(id) && created_by === me
      if (!isMine || change_set_id === null || remembered.current.has(id)) continue
      remembered.current.add(id)
      // Taking back what took something back would do it again.
      if (kind === 'changeSets.undo') continue
      const args = { bucket: slug, change_set_id }
      journal.keep(title, { command: 'objects.undo-change-set', args })
    }
  }, [ended, kept, slug, me, journal])
}
