import type { Editor } from '@tiptap/core'
import { Button } from '@typecase/ui/button'
import { Form, FormActions } from '@typecase/ui/form'
import { TextField } from '@typecase/ui/text-field'
import { useState } from 'react'

import { mediaUrl } from '../media/media-value.ts'
import { MediaSearch } from '../media/media-search.tsx'

/** Which picture to put at the cursor. */
export function ImageForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const [name, setName] = useState('')
  const [alt, setAlt] = useState('')

  function handleSubmit() {
    const src = mediaUrl(name)
    if (src) editor.chain().focus().insertContent({ type: 'image', attrs: { src, alt } }).run()
    onDone()
  }

  return (
    <Form onSubmit={handleSubmit}>
      <MediaSearch label="Image" kind="image" value={name} onChange={setName} autoFocus />
      <TextField label="Alternative text" value={alt} onChange={setAlt} />
      <FormActions>
        <Button
          type="submit"
          variant="primary"
          disabledReason={name.trim() ? undefined : 'Choose an image first.'}
        >
          Insert image
        </Button>
      </FormActions>
    </Form>
  )
}
