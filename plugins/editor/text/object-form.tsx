import type { Editor } from '@tiptap/core'
import type { Schema } from '@tiptap/pm/model'

import { RelationSearch } from '../fields/relation-search.tsx'
import { blockOfObject } from './object-block.ts'
import styles from './rich-editor.module.css'

/**
 * Whether a text can contain blocks; HTML cannot. A toolbar may render once more after its editor was destroyed, which
 * then has no schema.
 */
export const takesBlocks = ({ schema }: { readonly schema: Schema | null }): boolean =>
  schema !== null && 'templateBlock' in schema.nodes

/** Lets the user choose the object of a card at the caret. */
export function ObjectForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  function handlePick(id: string, type: string) {
    const block = { type: 'templateBlock', attrs: { raw: blockOfObject({ type, id }) } }
    // The user continues typing after the block.
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
