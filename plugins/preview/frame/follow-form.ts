import type { EditorForm } from '@typecase/content/slots'
import type { Metafield } from '@typecase/contract/metafields'
import type { CmsObject } from '@typecase/contract/objects'
import type { FieldEdit, ToPage } from '@typecase/preview/protocol'

import { changedFields, type FieldValues, fieldValues, isHtml } from './field-values.ts'

export interface FollowedForm {
  readonly form: EditorForm
  readonly objectID: string
  readonly fields: readonly Metafield[]
  /** Returns the server's current version of the object. */
  savedObject(): CmsObject | undefined
  post(message: ToPage): void
}

export interface FormFollower {
  /** Sends all unsaved changes, to a page that shows the saved state. */
  sendUnsaved(): void
  stop(): void
}

function editOf(value: unknown, former: unknown): Omit<FieldEdit, 'source'> {
  if (isHtml(value) && isHtml(former))
    return { value: value.html, former: former.html, isHtml: true }
  return typeof former === 'string' ? { value, former } : { value }
}

/** Sends typed text, and which field has the focus, within one frame. */
export function followForm({
  form,
  objectID,
  fields,
  savedObject: saved,
  post,
}: FollowedForm): FormFollower {
  let sent: FieldValues = savedValues()
  let focused: string | undefined
  let frame = 0

  function savedValues(): FieldValues {
    const { title, slug, content, metadata } = saved() ?? {}
    return fieldValues({ title, slug, content, metadata }, fields, location.origin)
  }

  function send(): void {
    frame = 0
    const [title, slug, content, metadata] = ['title', 'slug', 'content', 'metadata'].map((path) =>
      form.valueAt(path),
    )
    const next = fieldValues({ title, slug, content, metadata }, fields, location.origin)
    for (const [path, value] of changedFields(sent, next))
      post({ kind: 'edit', source: { object: objectID, path }, ...editOf(value, sent.get(path)) })
    sent = next
  }

  function sendSoon(): void {
    frame ||= requestAnimationFrame(send)
  }

  function followFocus({ target }: FocusEvent): void {
    // The focus returns after the user has chosen a command.
    if (target instanceof Element && target.closest('[data-palette]')) return
    const path = form.focusedPath()
    if (path === focused) return
    focused = path
    post({ kind: 'focus', source: path === undefined ? null : { object: objectID, path } })
  }

  document.addEventListener('focusin', followFocus)
  const unsubscribe = form.subscribe(sendSoon)
  return {
    sendUnsaved() {
      sent = savedValues()
      send()
      const path = form.focusedPath()
      if (path !== undefined) post({ kind: 'focus', source: { object: objectID, path } })
    },
    stop() {
      cancelAnimationFrame(frame)
      document.removeEventListener('focusin', followFocus)
      unsubscribe()
    },
  }
}
