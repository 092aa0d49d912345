import type { Editor } from '@tiptap/core'

import { RelationSearch } from '../fields/relation-search.tsx'
import { blockOfObject } from './object-block.ts'
import styles from './rich-editor.module.css'

/** Whether a text can hold blocks: HTML has no way to write them. */
export const takesBlocks = (editor: Editor): boolean =>
  // A toolbar may render once more after its editor was destroyed, which has no schema.
  !editor.isDestroyed && 'templateBlock' in editor.schema.nodes

/** Which object a card at the cursor stands for. */
export function ObjectForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  function handlePick(id: string, type: string) {
    const block = { type: 'templateBlock', attrs: { raw: blockOfObject({ type, id }) } }
    // Behind it one goes on typing.
    editor
      .chain()
      .focus()
      .insertContent([block, { type: 'paragraph' }])
      .run()
    onDone()
  }

  return (
    <div className={styles.form}>
      <RelationSearch
        label="Object to insert"
        type={undefined}
        exclude={[]}
        onPick={handlePick}
        autoFocus
      />
    </div>
  )
}
