import type { Editor } from '@tiptap/core'
import { linkToObject, objectOfLink } from '@typecase/contract/object-links'
import { Focus } from '@typecase/plugin-sdk/focus'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Button } from '@typecase/ui/button'
import { Form, FormActions } from '@typecase/ui/form'
import { TextField } from '@typecase/ui/text-field'
import { useRef, useState } from 'react'

import { RelatedRow } from '../fields/related-row.tsx'
import { RelationSearch } from '../fields/relation-search.tsx'
import { useRelated } from '../fields/use-related.tsx'
import styles from './rich-editor.module.css'

/** Edits the target of the link at the caret: a URL or an object. */
export function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const current: unknown = editor.getAttributes('link')['href']
  const before = typeof current === 'string' ? current : ''
  const [href, setHref] = useState(before)
  const objectID = objectOfLink(href)
  const { objects, isLoading } = useRelated(objectID ? [objectID] : [])
  const actions = useRef<HTMLDivElement>(null)
  const focus = useService(Focus)

  function handleSubmit() {
    const address = href.trim()
    const chain = editor.chain().focus().extendMarkRange('link')
    if (!address) chain.unsetLink().run()
    else if (editor.state.selection.empty && !before) {
      const text = (objectID && objects.get(objectID)?.title) || address
      const mark = { type: 'link', attrs: { href: address } }
      editor
        .chain()
        .focus()
        .insertContent({ type: 'text', text, marks: [mark] })
        .run()
    } else chain.setLink({ href: address }).run()
    onDone()
  }

  function handlePick(id: string) {
    setHref(linkToObject(id))
    focus.moveTo(actions.current?.querySelector('button'))
  }

  return (
    <div className={styles.form}>
      <Form onSubmit={handleSubmit}>
        {objectID ? (
          <RelatedRow
            id={objectID}
            object={objects.get(objectID)}
            isLoading={isLoading}
            onRemove={() => setHref('')}
          />
        ) : (
          <TextField
            label="Link address"
            placeholder="https://… or /path"
            value={href}
            onChange={setHref}
            autoFocus
            isCode
          />
        )}
        <RelationSearch
          label="Object to link to"
          type={undefined}
          exclude={[]}
          onPick={handlePick}
          autoFocus={objectID !== undefined && href === before}
        />
        <div ref={actions}>
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
        </div>
      </Form>
    </div>
  )
}
