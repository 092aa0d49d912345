import type { Editor } from '@tiptap/core'
import { getObject } from '@typecase/contract/objects'
import { Focus } from '@typecase/plugin-sdk/focus'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Api } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Form, FormActions } from '@typecase/ui/form'
import { TextField } from '@typecase/ui/text-field'
import { useRef, useState } from 'react'

import { RelationSearch } from '../fields/relation-search.tsx'
import { useBucketSlug } from '../use-session.tsx'

/** Where the link at the cursor leads. */
export function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const current: unknown = editor.getAttributes('link')['href']
  const before = typeof current === 'string' ? current : ''
  const [href, setHref] = useState(before)
  const field = useRef<HTMLInputElement>(null)
  const api = useService(Api)
  const focus = useService(Focus)
  const bucketSlug = useBucketSlug()

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

  /** An object is linked by its slug: where it stands on the site, only the site knows. */
  async function handlePick(id: string) {
    const query = { slug: bucketSlug, object_id: id }
    const answer = await api.call(getObject, { query }).catch(() => undefined)
    if (answer) setHref(`/${answer.object.slug}`)
    focus.moveTo(field.current)
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
        inputRef={field}
      />
      <RelationSearch
        label="Object to link to"
        type={undefined}
        exclude={[]}
        onPick={(id) => void handlePick(id)}
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
