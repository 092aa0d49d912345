import type { Editor } from '@tiptap/core'
import { Button } from '@typecase/ui/button'
import { Form, FormActions } from '@typecase/ui/form'
import { TextField } from '@typecase/ui/text-field'
import { useState } from 'react'

/** Where the link at the cursor leads. */
export function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const current: unknown = editor.getAttributes('link')['href']
  const before = typeof current === 'string' ? current : ''
  const [href, setHref] = useState(before)

  function handleSubmit() {
    const address = href.trim()
    const chain = editor.chain().focus().extendMarkRange('link')
    if (!address) chain.unsetLink().run()
    else if (editor.state.selection.empty && !before) {
      const mark = { type: 'link', attrs: { href: address } }
      editor
        .chain()
        .focus()
        .insertContent({ type: 'text', text: address, marks: [mark] })
        .run()
    } else chain.setLink({ href: address }).run()
    onDone()
  }

  return (
    <Form onSubmit={handleSubmit}>
      <TextField
        label="Link address"
        placeholder="https://… or /path"
        value={href}
        onChange={setHref}
        autoFocus
        isCode
      />
      <FormActions>
        <Button type="submit" variant="primary">
          {before ? 'Change link' : 'Add link'}
        </Button>
        {before ? (
          <Button
            variant="quiet"
            onPress={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run()
              onDone()
            }}
          >
            Remove
          </Button>
        ) : null}
      </FormActions>
    </Form>
  )
}
