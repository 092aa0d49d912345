import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Button } from '@typecase/ui/button'
import { Form, FormActions } from '@typecase/ui/form'
import { SegmentedControl } from '@typecase/ui/segmented-control'
import { TextField } from '@typecase/ui/text-field'
import { useState } from 'react'

import { detailsOf, setPicture } from './edit-picture.ts'
import type { PicturePosition, PictureSize } from './figure.ts'
import styles from './rich-editor.module.css'

const sizes: { id: PictureSize; label: string }[] = [
  { id: 'small', label: 'Small' },
  { id: 'medium', label: 'Medium' },
  { id: 'full', label: 'Full width' },
]

const positions: { id: PicturePosition; label: string }[] = [
  { id: 'left', label: 'Left' },
  { id: 'center', label: 'Center' },
  { id: 'right', label: 'Right' },
]

interface PictureFormProps {
  editor: Editor
  /** The selected picture. */
  picture: Node
  onDone: () => void
}

/** Edits the alternative text, caption, size and position of an image in a text. */
export function PictureForm({ editor, picture, onDone }: PictureFormProps) {
  const [details, setDetails] = useState(() => detailsOf(picture))
  const { alt, caption, size, position } = details
  const set = (patch: Partial<typeof details>): void => setDetails({ ...details, ...patch })

  function handleSubmit() {
    setPicture(editor, { ...details, alt: alt.trim(), caption: caption.trim() })
    onDone()
  }

  return (
    <div className={styles.form}>
      <Form onSubmit={handleSubmit}>
        <TextField
          label="Alt text"
          placeholder="What the image shows"
          autoComplete="off"
          maxLength={5000}
          value={alt}
          onChange={(next) => set({ alt: next })}
          autoFocus
        />
        <TextField
          label="Caption"
          placeholder="Shown below the image"
          autoComplete="off"
          value={caption}
          onChange={(next) => set({ caption: next })}
        />
        <SegmentedControl
          aria-label="Size"
          segments={sizes}
          value={size}
          onChange={(next) => set({ size: next })}
        />
        {size === 'full' ? null : (
          <SegmentedControl
            aria-label="Position"
            segments={positions}
            value={position}
            onChange={(next) => set({ position: next })}
          />
        )}
        <FormActions>
          <Button type="submit" variant="primary">
            Apply
          </Button>
          <Button
            variant="quiet"
            onPress={() => {
              editor.commands.deleteSelection()
              onDone()
            }}
          >
            Remove
          </Button>
        </FormActions>
      </Form>
    </div>
  )
}
