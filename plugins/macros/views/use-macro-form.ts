import { firstBroken, max, required } from '@typecase/contract/field-rules'
import type { ErrorDetail } from '@typecase/contract/errors'
import { type Macro, updateMacro } from '@typecase/contract/macros'
import { isApiError } from '@typecase/plugin-sdk/api-error'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useSaveFormDraft, useFormDraft } from '@typecase/plugin-sdk/react/form-draft'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Api, Toasts } from '@typecase/plugin-sdk/services'
import { useState } from 'react'

import { dataOf, draftOf, isChanged, type MacroDraft } from '../draft/macro-draft.ts'
import { macroPage } from '../macro-page.ts'
import { refreshMacros } from '../queries.ts'

/** What is wrong with a title, as the server would say it. */
export const problemOfTitle = (title: string) => firstBroken('Name', title, [required, max(60)])

interface Unsaved {
  /** What the changes are made to. */
  readonly base: Macro
  readonly draft: MacroDraft
}

/** The state of the form: a draft, what the server said about it, and saving. */
export function useMacroForm(bucketSlug: string, macro: Macro) {
  const services = useServices()
  const api = useService(Api)
  const toasts = useService(Toasts)
  const key = `macros.form.${bucketSlug}.${macro.id}` as const
  const kept = useFormDraft<Unsaved>(key)
  const [base, setBase] = useState(kept?.base ?? macro)
  const [draft, setDraft] = useState(() => kept?.draft ?? draftOf(macro))
  const [isSaving, setSaving] = useState(false)
  const [details, setDetails] = useState<readonly ErrorDetail[]>([])
  /** What somebody else saved meanwhile. */
  const [theirs, setTheirs] = useState<Macro>()
  const isDirty = isChanged(draft, base)

  // A newer one, saved here or elsewhere, takes the place of the old; never that of unsaved changes.
  if (macro.rev > base.rev && !isDirty) takeIn(macro)

  function takeIn(saved: Macro) {
    setBase(saved)
    setTheirs(undefined)
    setDetails([])
    // What was changed meanwhile stays.
    setDraft((now) => (now === draft ? draftOf(saved) : now))
  }

  useSaveFormDraft<Unsaved>({
    key,
    what: `the macro “${base.title}”`,
    unsaved: isDirty ? { base, draft } : undefined,
    discard: () => {
      setBase(macro)
      setDraft(draftOf(macro))
    },
  })

  function change(next: MacroDraft) {
    setDraft(next)
    setDetails([])
  }

  async function save() {
    // A key is pressed again faster than a server answers.
    if (isSaving || problemOfTitle(draft.title) !== undefined) return
    setSaving(true)
    try {
      const body = { slug: bucketSlug, macro_id: base.id, data: dataOf(draft) }
      const { macro: saved } = await api.call(updateMacro, { body }, { ifMatch: base.rev })
      takeIn(saved)
      await refreshMacros(services)
      toasts.show({ message: `“${saved.title}” is saved.`, tone: 'success' })
    } catch (error) {
      // The state on the server comes along.
      if (isApiError(error, 'stale')) setTheirs(error.current as Macro)
      else if (isApiError(error, 'invalid') && error.details.length > 0) setDetails(error.details)
      else {
        const message = error instanceof Error ? error.message : 'The macro was not saved.'
        toasts.show({ message, tone: 'error' })
      }
    }
    setSaving(false)
  }

  usePageHandle(macroPage, { save })

  return {
    draft,
    change,
    save,
    isDirty,
    isSaving,
    details,
    theirs,
    /** Gives up one's own changes for what somebody else saved. */
    takeTheirs: () => {
      if (!theirs) return
      setBase(theirs)
      setDraft(draftOf(theirs))
      setTheirs(undefined)
    },
    /** Goes on with one's own changes: the next save replaces what somebody else saved. */
    keepMine: () => {
      if (theirs) setBase(theirs)
      setTheirs(undefined)
    },
  }
}
