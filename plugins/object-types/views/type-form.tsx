import type { Bucket } from '@typecase/contract/buckets'
import { firstBroken, max, notBlank } from '@typecase/contract/field-rules'
import type { ObjectType } from '@typecase/contract/object-types'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { Slot } from '@typecase/plugin-sdk/react/slot'
import { Button } from '@typecase/ui/button'
import { Form } from '@typecase/ui/form'
import { Icon } from '@typecase/ui/icon'
import { SkeletonForm } from '@typecase/ui/skeleton'
import { Inspector, SplitLayout } from '@typecase/ui/split-layout'
import { TextField } from '@typecase/ui/text-field'
import { useMemo, useState } from 'react'

import { continueUnsaved, discardUnsaved, saveType } from '../commands/types.ts'
import { findField } from '../draft/field-tree.ts'
import { previewType } from '../draft/preview-type.ts'
import { AddField } from './add-field.tsx'
import { FieldList } from './field-list.tsx'
import { FieldSettings } from './field-settings.tsx'
import styles from './type-form.module.css'
import { TypeSettings } from './type-settings.tsx'
import { useTypeForm } from './use-type-form.ts'

/** Estimated height in pixels of a field in the preview, which reserves room until its code has loaded. */
const FIELD = 64

/** The builder: fields in the middle, settings of the chosen field (or of the type) on the right. */
export function TypeForm({ bucket, type }: { bucket: Bucket; type: ObjectType | undefined }) {
  const { draft, change, save, isDirty, isSaving, isSent, details, offered } = useTypeForm(
    bucket.slug,
    type,
  )
  const [chosen, setChosen] = useState<string | null>(null)
  const preview = useMemo(() => previewType(draft), [draft])
  const mayWrite = useFacts((facts) => facts.can?.has('types:write') ?? false)
  const { keys } = useCommand(saveType)
  const field = chosen === null ? undefined : findField(draft.fields, chosen)
  const slugError = details.find(({ path }) => path === 'data.slug')?.message
  const others = details.filter(({ path }) => path !== 'data.slug')

  return (
    <div className={styles.form} data-form>
      <SplitLayout
        inspector={
          <Inspector aria-label="Settings">
            {field ? (
              <FieldSettings
                key={field.uid}
                field={field}
                draft={draft}
                types={bucket.object_types}
                onChange={(fields) => change({ fields })}
                onClose={() => setChosen(null)}
              />
            ) : (
              <TypeSettings draft={draft} onChange={change} />
            )}
          </Inspector>
        }
      >
        <div className={styles.page}>
          {offered === undefined ? null : <Offer title={offered} />}
          <Form aria-label="Object type" onSubmit={() => void save()}>
            <div className={styles.head}>
              <span className={styles.state} role="status" data-tone={isDirty ? 'open' : undefined}>
                {isSaving
                  ? 'Saving…'
                  : isDirty
                    ? 'Unsaved changes'
                    : type
                      ? 'Saved'
                      : 'New object type'}
              </span>
              <Button
                type="submit"
                variant="primary"
                kbd={keys[0]}
                isPending={isSaving}
                disabledReason={mayWrite ? undefined : 'Your role cannot change object types.'}
              >
                Save object type
              </Button>
            </div>
            <h1 className={styles.hidden}>{type ? type.title : 'New object type'}</h1>
            <TextField
              aria-label="Title"
              look="title"
              placeholder="Title, such as Articles"
              value={draft.title}
              onChange={(title) => change({ title })}
              errorMessage={firstBroken('Title', draft.title, [notBlank, max(200)])}
              autoFocus={!type}
              isRequired
              {...(isSent && { isTouched: true })}
            />
            <div className={styles.slug}>
              <span aria-hidden="true">/</span>
              <TextField
                aria-label="Slug"
                look="slug"
                placeholder="slug"
                value={draft.slug}
                onChange={(slug) => change({ slug })}
                errorMessage={slugError}
                isTouched={slugError !== undefined}
              />
            </div>
          </Form>
          {others.length > 0 ? (
            <ul role="alert" className={styles.errors}>
              {others.map(({ path, message }) => (
                <li key={path}>{message}</li>
              ))}
            </ul>
          ) : null}
          <div className={styles.columns}>
            <div>
              <h2 className={styles.subtitle}>Fields</h2>
              <FieldList
                label="Fields"
                fields={draft.fields}
                parent={null}
                all={draft.fields}
                chosen={chosen}
                onChoose={setChosen}
                onChange={(fields) => change({ fields })}
              />
              <AddField
                parent={null}
                fields={draft.fields}
                onAdd={(fields, uid) => {
                  change({ fields })
                  setChosen(uid)
                }}
              />
            </div>
            {preview.metafields.length > 0 ? (
              <section
                aria-label="Preview"
                className={styles.preview}
                style={{ minBlockSize: (preview.metafields.length + 2) * FIELD }}
              >
                <h2 className={styles.subtitle}>Preview</h2>
                <Slot
                  name="object-types.form-preview"
                  props={{ bucketSlug: bucket.slug, objectType: preview }}
                  fallback={<SkeletonForm label="preview" count={3} />}
                />
              </section>
            ) : null}
          </div>
        </div>
      </SplitLayout>
    </div>
  )
}

/** Offers an unsaved new object type. It is never mixed with what the user types here. */
function Offer({ title }: { title: string }) {
  return (
    <div className={styles.offer} role="status">
      <Icon name="history" size={14} />
      <span className={styles.offerText}>{`“${title}” was left unsaved.`}</span>
      <CommandButton command={continueUnsaved} isPlain>
        {`Continue “${title}”`}
      </CommandButton>
      <CommandButton command={discardUnsaved} variant="quiet" isPlain>
        Start new
      </CommandButton>
    </div>
  )
}
