import type { Metafield } from '@typecase/contract/metafields'
import { TextField } from '@typecase/ui/text-field'
import { lazyView } from '@typecase/plugin-sdk/react/lazy-view'
import { Suspense } from 'react'
import { SkeletonLines } from '@typecase/ui/skeleton'

import { SideLocaleRow } from '../side-locale.tsx'
import { slugOf } from '@typecase/content/object/values'
import { FieldPanels } from '../fields/field-list.tsx'
import { useScrollTarget } from '../fields/use-scroll-target.ts'
import { textOf, useField, useSessionState, useWriting } from '../use-session.tsx'
import styles from './editor.module.css'

const HtmlMetafield = lazyView(
  async () => (await import('../fields/rich-text-fields.tsx')).HtmlMetafield,
  'The field',
)

const title: Metafield = { key: 'title', title: 'Title', type: 'text', required: true }
const slug: Metafield = { key: 'slug', title: 'Slug', type: 'text', maxlength: 200 }
const content: Metafield = { key: 'content', title: 'Content', type: 'html-textarea' }

export function TitleField() {
  const { value, setValue, text } = useField({ field: title, path: 'title' })
  const isNew = useSessionState(({ draft }) => draft.server === undefined)
  useScrollTarget('title')
  return (
    <SideLocaleRow field={title} path="title">
      <div data-path="title">
        <TextField
          aria-label="Title"
          look="title"
          placeholder="Untitled"
          isRequired
          errorMessage={textOf(value).trim() ? undefined : text.errorMessage}
          isTouched={text.isTouched}
          value={textOf(value)}
          onChange={setValue}
          autoComplete="off"
          // In a new object, the title comes first.
          autoFocus={isNew}
          writing={useWriting()}
        />
        <FieldPanels field={title} path="title" />
      </div>
    </SideLocaleRow>
  )
}

/** Edits the slug. The slug of a new object follows its title until the user types one. */
export function SlugField() {
  const { value, setValue, text } = useField({ field: slug, path: 'slug' })
  const suggested = useSessionState(({ draft }) => (draft.server ? '' : slugOf(draft.values.title)))
  useScrollTarget('slug')
  return (
    <div className={styles.slug} data-path="slug">
      <span aria-hidden="true">/</span>
      <TextField
        aria-label="Slug"
        look="slug"
        placeholder="slug"
        value={textOf(value) || suggested}
        onChange={(next) => setValue(next.replaceAll(/[\s/?#\\]+/g, '-'))}
        errorMessage={text.errorMessage}
        isTouched={text.isTouched}
        autoComplete="off"
        spellCheck="false"
      />
      <FieldPanels field={slug} path="slug" />
    </div>
  )
}

export function ContentField() {
  useScrollTarget('content')
  return (
    <SideLocaleRow field={content} path="content">
      <div className={styles.content} data-path="content">
        <Suspense fallback={<SkeletonLines label="Content" />}>
          <HtmlMetafield field={content} path="content" />
        </Suspense>
        <FieldPanels field={content} path="content" />
      </div>
    </SideLocaleRow>
  )
}
