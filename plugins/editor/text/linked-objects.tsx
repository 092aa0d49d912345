import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { formatNumber } from '@typecase/ui/format'
import { plural } from '@typecase/ui/count'
import { useEffect } from 'react'

import { useRelated } from '../fields/use-related.tsx'
import { linkedIds, withTargets } from './object-link.ts'
import styles from './rich-editor.module.css'

/** Looks up the targets of the links in a text, and shows how many are missing. */
export function LinkedObjects({ editor }: { editor: Editor }) {
  const ids = useEditorState({ editor, selector: ({ editor: now }) => linkedIds(now.state) })
  return ids.length > 0 ? <Targets editor={editor} ids={ids} /> : null
}

function Targets({ editor, ids }: { editor: Editor; ids: readonly string[] }) {
  const { objects, isLoading } = useRelated(ids)
  const titles = JSON.stringify(ids.map((id) => [id, objects.get(id)?.title ?? null]))
  // The text is outside React.
  useEffect(() => {
    if (isLoading) return
    const targets = new Map(JSON.parse(titles) as [string, string | null][]) // As written above.
    editor.view.dispatch(withTargets(editor.state, targets))
  }, [editor, titles, isLoading])
  const broken = isLoading ? 0 : ids.filter((id) => !objects.has(id)).length
  if (broken === 0) return null
  return (
    <p className={styles.broken}>
      {plural(
        broken,
        'One link points to a deleted object.',
        `Some links point to ${formatNumber(broken)} deleted objects.`,
      )}
    </p>
  )
}
