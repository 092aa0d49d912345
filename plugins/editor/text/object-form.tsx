import type { Editor } from '@tiptap/core'
import type { Schema } from '@tiptap/pm/model'

import { RelationSearch } from '../fields/relation-search.tsx'
import { blockOfObject } from './object-block.ts'
import styles from './rich-editor.module.css'

/**
 * Whether a text can hold blocks: HTML has no way to write them. A toolbar may render once more after its editor was
 * destroyed, which has no schema.
 */
export const takesBlocks = ({ schema }: { readonly schema: Schema | null }): boolean =>
  schema !== null && 'templateBlock' in schema.nodes

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
